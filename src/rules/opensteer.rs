//! opensteer
