//! The most that a device does: bytes copied, operations on words.

use super::{HostArrays, time::{Work, medians}};
use crate::{devices::{OnDevice, Opened}, error::Error, progress::Silent};
use floatfloat::Word;
use floatfloat_gpu::{Circuit, Device, device::ChainLength};
use std::time::Duration;
