//! neighbourhood
