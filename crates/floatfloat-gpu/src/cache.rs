//! Certificates kept.
