//! Records of a run: the files it leaves, each written whole or not at all.
//!
//! [`files`] holds the manners that all of them share: nothing is overwritten without leave, and no partial file ever bears its
//! final name.

pub mod files;
pub mod metrics;
pub mod snapshot;
pub mod summary;

pub use files::{AtomicFile, Overwrite, create_folder};
pub use metrics::MetricsFile;
pub use snapshot::{Snapshot, read_snapshot, write_snapshot};
pub use summary::{RunSummary, write_summary};
