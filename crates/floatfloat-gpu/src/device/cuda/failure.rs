//! The meaning of the driver's error codes.

use crate::error::Error;
use cudarc::driver::{DriverError, sys::CUresult};

/// The error for a code that the driver returned for `device` while it was `doing` something.
///
/// `bytes` is the amount of memory asked for, if memory was asked for.
pub(super) fn failure(
    device: &str,
    doing: &str,
    bytes: Option<u64>,
    DriverError(code): DriverError,
) -> Error {
    let device = device.to_owned();
    match code {
        CUresult::CUDA_ERROR_OUT_OF_MEMORY => {
            Error::OutOfMemory { device, bytes: bytes.unwrap_or(0) }
        }
        _ if is_refused(code) => {
            let message = format!(
                "{code:?} while {doing}: the installed NVRTC is newer than the driver knows; \
                 update the driver, or use the NVRTC of an older CUDA toolkit"
            );
            Error::Rejected { device, message }
        }
        _ if ends_the_process(code) => {
            let reason = format!(
                "{code:?} while {doing}; after this the driver does no more work in this process, \
                 so restart the program"
            );
            Error::Lost { device, reason }
        }
        _ if is_lost(code) => Error::Lost {
            device,
            reason: format!("{code:?} while {doing}; see the kernel's log, and open it again"),
        },
        _ => Error::Failed { device, message: format!("{code:?} while {doing}") },
    }
}

/// Whether the driver refuses the form of a program.
pub(super) fn is_refused(code: CUresult) -> bool {
    matches!(
        code,
        CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU
            | CUresult::CUDA_ERROR_INVALID_PTX
            | CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION
            | CUresult::CUDA_ERROR_INVALID_IMAGE
            | CUresult::CUDA_ERROR_INVALID_SOURCE
    )
}

/// Whether the driver's documentation says: "To continue using CUDA, the process must be terminated
/// and relaunched."
fn ends_the_process(code: CUresult) -> bool {
    matches!(
        code,
        CUresult::CUDA_ERROR_CONTAINED
            | CUresult::CUDA_ERROR_ILLEGAL_ADDRESS
            | CUresult::CUDA_ERROR_LAUNCH_TIMEOUT
            | CUresult::CUDA_ERROR_HARDWARE_STACK_ERROR
            | CUresult::CUDA_ERROR_ILLEGAL_INSTRUCTION
            | CUresult::CUDA_ERROR_MISALIGNED_ADDRESS
            | CUresult::CUDA_ERROR_INVALID_ADDRESS_SPACE
            | CUresult::CUDA_ERROR_INVALID_PC
            | CUresult::CUDA_ERROR_LAUNCH_FAILED
            | CUresult::CUDA_ERROR_TENSOR_MEMORY_LEAK
            | CUresult::CUDA_ERROR_EXTERNAL_DEVICE
            | CUresult::CUDA_ERROR_MPS_CLIENT_TERMINATED
    )
}

/// Whether this context is unusable, although another context may work. The driver returns such an
/// error from every later call, too.
fn is_lost(code: CUresult) -> bool {
    matches!(
        code,
        CUresult::CUDA_ERROR_DEINITIALIZED
            | CUresult::CUDA_ERROR_DEVICE_UNAVAILABLE
            | CUresult::CUDA_ERROR_NO_DEVICE
            | CUresult::CUDA_ERROR_INVALID_CONTEXT
            | CUresult::CUDA_ERROR_ECC_UNCORRECTABLE
            | CUresult::CUDA_ERROR_NVLINK_UNCORRECTABLE
            | CUresult::CUDA_ERROR_CONTEXT_IS_DESTROYED
            | CUresult::CUDA_ERROR_ASSERT
            | CUresult::CUDA_ERROR_MPS_RPC_FAILURE
            | CUresult::CUDA_ERROR_UNKNOWN
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(code: CUresult, bytes: Option<u64>) -> Error {
        failure("cuda:0", "reading", bytes, DriverError(code))
    }

    #[test]
    fn memory_that_cannot_be_had() {
        let error = of(CUresult::CUDA_ERROR_OUT_OF_MEMORY, Some(1 << 40));
        assert_eq!(error, Error::OutOfMemory { device: "cuda:0".into(), bytes: 1 << 40 });
        let error = of(CUresult::CUDA_ERROR_OUT_OF_MEMORY, None);
        assert_eq!(error, Error::OutOfMemory { device: "cuda:0".into(), bytes: 0 });
    }

    #[test]
    fn sticky_errors_lose_the_device() {
        for (code, advice) in [
            (CUresult::CUDA_ERROR_ILLEGAL_ADDRESS, "restart the program"),
            (CUresult::CUDA_ERROR_LAUNCH_TIMEOUT, "restart the program"),
            (CUresult::CUDA_ERROR_LAUNCH_FAILED, "restart the program"),
            (CUresult::CUDA_ERROR_ECC_UNCORRECTABLE, "open it again"),
            (CUresult::CUDA_ERROR_DEVICE_UNAVAILABLE, "open it again"),
        ] {
            let error = of(code, Some(4));
            let message = error.to_string();
            let Error::Lost { device, reason } = error else { panic!("{code:?}") };
            assert_eq!(device, "cuda:0");
            assert!(reason.contains(&format!("{code:?} while reading")), "{reason}");
            assert!(message.ends_with(advice), "{message}");
        }
    }

    #[test]
    fn other_errors_leave_the_device_usable() {
        for code in [
            CUresult::CUDA_ERROR_INVALID_VALUE,
            CUresult::CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
            CUresult::CUDA_ERROR_NOT_FOUND,
        ] {
            assert!(matches!(of(code, None), Error::Failed { .. }), "{code:?}");
        }
    }

    #[test]
    fn programs_that_the_driver_does_not_take() {
        for code in [
            CUresult::CUDA_ERROR_INVALID_PTX,
            CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
            CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU,
        ] {
            let Error::Rejected { message, .. } = of(code, None) else { panic!("{code:?}") };
            assert!(message.contains("update the driver"), "{message}");
        }
    }
}
