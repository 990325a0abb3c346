//! Devices: their certificates, arrays on them, recorded functions.

use crate::{
    forks, interruptible,
    matrix::matrix,
    operands::{Given, Operand, Parts, Word, by_kind, holds, to_arrays},
    recorded::Function,
};
use floatfloat::{DoubleDouble, DoubleWord, FloatFloat, progress::Progress};
use floatfloat_cpu::{Number, matrix::MatrixView};
use floatfloat_driver::{Drivers, Limits, serving};
use floatfloat_gpu::{
    Circuit, Device as GpuDevice, DeviceArray, DeviceNumber, DeviceWord, Error, OpenOptions,
    Select, Wire,
    backend::Description,
    device::{AnyArray, Family, processor},
    program::skeletons,
};
use pyo3::{
    create_exception,
    exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyTypeError, PyValueError},
    prelude::*,
};
use std::{ffi::OsString, sync::Arc};

create_exception!(
    floatfloat,
    DeviceError,
    PyRuntimeError,
    "A device cannot be opened, is not exact, or fails; the message says why."
);

fn error(error: Error) -> PyErr {
    match error {
        Error::Cancelled => PyKeyboardInterrupt::new_err(error.to_string()),
        _ => DeviceError::new_err(error.to_string()),
    }
}

/// A value as JSON.
fn json(value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Numbers on a device.
enum Numbers {
    Double(DeviceArray<DoubleDouble>),
    Single(DeviceArray<FloatFloat>),
}

/// An array of one axis in the memory of a device.
#[pyclass(frozen, module = "floatfloat._core")]
pub struct DeviceNumbers(Numbers);

impl DeviceNumbers {
    fn any(&self) -> &dyn AnyArray {
        match &self.0 {
            Numbers::Double(array) => array,
            Numbers::Single(array) => array,
        }
    }
}

#[pymethods]
impl DeviceNumbers {
    fn __len__(&self) -> usize {
        self.any().elements() as usize
    }

    /// Whether the numbers are double-doubles.
    #[getter]
    fn double(&self) -> bool {
        matches!(self.0, Numbers::Double(_))
    }
}

/// An open device.
#[pyclass(frozen, module = "floatfloat._core")]
pub struct OpenDevice(GpuDevice);

impl OpenDevice {
    /// Runs work on the device. Ctrl-C ends it.
    fn run<R: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&GpuDevice) -> Result<R, Error> + Send,
    ) -> PyResult<R> {
        let device = &self.0;
        interruptible::watched(py, |progress| work(&device.with_progress(progress)))?.map_err(error)
    }
}

/// Computes a recorded function of each element of arrays.
fn map<E>(
    device: &GpuDevice,
    function: &Function,
    arrays: &[&dyn AnyArray],
) -> Result<DeviceArray<DoubleWord<E>>, Error>
where
    E: DeviceWord,
    DoubleWord<E>: DeviceNumber<Word = E>,
{
    let parameters = vec![2; function.operands()];
    let fused = device.lowering(E::TYPE)?.fused;
    let circuit = Circuit::record_words::<E>(fused, &parameters, &[2], |words: &[Wire<E>]| {
        let pair = |words: &[Wire<E>]| DoubleWord::from_normalized(words[0], words[1]);
        let result = function.apply(&words.chunks(2).map(pair).collect::<Vec<_>>());
        vec![result.hi(), result.lo()]
    })?;
    device.map(&circuit, arrays)
}

fn download<'py, E>(
    py: Python<'py>,
    device: &OpenDevice,
    array: &DeviceArray<DoubleWord<E>>,
) -> PyResult<Parts<'py>>
where
    E: Word + DeviceWord,
    DoubleWord<E>: DeviceNumber<Word = E>,
{
    let numbers = device.run(py, |device| device.download(array))?;
    to_arrays::<DoubleWord<E>>(py, &[numbers.len()], numbers.into_iter())
}

/// The accurate product of two matrices of the host, computed on the device.
fn accurate_product<'py, T: DeviceNumber + Number<Word: Word>>(
    py: Python<'py>,
    device: &OpenDevice,
    a: Given<'_, 'py>,
    b: Given<'_, 'py>,
) -> PyResult<Parts<'py>> {
    let (a, b) = (Operand::<T>::new(a)?, Operand::<T>::new(b)?);
    let (a, b) = (matrix(&a)?, matrix(&b)?);
    let shape = [a.rows(), b.columns()];
    let count = a.rows().saturating_mul(a.columns()).saturating_mul(b.columns());
    let product = device.run(py, |device| {
        let upload = |matrix: MatrixView<'_, T>| {
            let (rows, columns) = matrix.shape();
            device.upload_matrix(rows as u64, columns as u64, &matrix.to_row_major())
        };
        forks::run(count, || {
            device.download_matrix(&device.gemm_accurate(&upload(a)?, &upload(b)?)?)
        })
    })?;
    to_arrays::<T>(py, &shape, product.into_iter())
}

fn words<E: Into<f64> + Copy>(number: DoubleWord<E>) -> (f64, f64) {
    (number.hi().into(), number.lo().into())
}

fn mixed() -> PyErr {
    PyTypeError::new_err("the arrays have different types or lie on different devices")
}

#[pymethods]
impl OpenDevice {
    /// Opens a device. Certifies it first if there is no certificate, or `recertify` asks for it.
    #[new]
    fn new(py: Python<'_>, select: &str, recertify: bool) -> PyResult<Self> {
        let select: Select =
            select.parse().map_err(|error: floatfloat_gpu::device::ParseSelectError| {
                PyValueError::new_err(error.to_string())
            })?;
        let open = |progress: Arc<dyn Progress>| {
            let progress = Some(&*progress);
            GpuDevice::open_with(
                select,
                &OpenOptions { recertify, progress, ..OpenOptions::default() },
            )
        };
        interruptible::watched(py, open)?.map(OpenDevice).map_err(error)
    }

    /// The description of the device, as JSON.
    fn description(&self) -> PyResult<String> {
        json(self.0.description())
    }

    /// The certificate of the device, as JSON and as text.
    fn certificate(&self) -> PyResult<(String, String)> {
        let certificate = self.0.certificate();
        Ok((json(certificate)?, certificate.to_string()))
    }

    /// The processor as a device that computes what this device computes.
    fn reference(&self) -> Self {
        OpenDevice(self.0.reference())
    }

    /// Copies numbers to the device.
    fn upload(&self, py: Python<'_>, x: Given<'_, '_>) -> PyResult<DeviceNumbers> {
        if holds::<f64>(&x.get_item(0)?) {
            let x = Operand::<DoubleDouble>::new(x)?;
            let x = x.numbers()?;
            let array = self.run(py, |device| device.upload_parts(&[x.hi(), x.lo()]))?;
            return Ok(DeviceNumbers(Numbers::Double(array)));
        }
        let x = Operand::<FloatFloat>::new(x)?;
        let x = x.numbers()?;
        let array = self.run(py, |device| device.upload_parts(&[x.hi(), x.lo()]))?;
        Ok(DeviceNumbers(Numbers::Single(array)))
    }

    /// Copies numbers from the device.
    fn download<'py>(
        &self,
        py: Python<'py>,
        array: &Bound<'py, DeviceNumbers>,
    ) -> PyResult<Parts<'py>> {
        match &array.get().0 {
            Numbers::Double(array) => download(py, self, array),
            Numbers::Single(array) => download(py, self, array),
        }
    }

    /// Computes a recorded function of every element.
    fn map(
        &self,
        py: Python<'_>,
        constants: Vec<(f64, f64)>,
        steps: Vec<(String, Vec<usize>)>,
        arrays: Vec<Bound<'_, DeviceNumbers>>,
    ) -> PyResult<DeviceNumbers> {
        let function = Function::new(arrays.len(), constants, steps)?;
        let arrays: Vec<&DeviceNumbers> = arrays.iter().map(Bound::get).collect();
        let double = arrays[0].double();
        if arrays.iter().any(|array| array.double() != double) {
            return Err(mixed());
        }
        let result = self.run(py, |device| {
            let arrays: Vec<&dyn AnyArray> = arrays.iter().map(|array| array.any()).collect();
            if double {
                map(device, &function, &arrays).map(Numbers::Double)
            } else {
                map(device, &function, &arrays).map(Numbers::Single)
            }
        })?;
        Ok(DeviceNumbers(result))
    }

    /// The sum of all elements.
    fn sum(&self, py: Python<'_>, x: &Bound<'_, DeviceNumbers>) -> PyResult<(f64, f64)> {
        match &x.get().0 {
            Numbers::Double(x) => self.run(py, |device| device.sum(x)).map(words),
            Numbers::Single(x) => self.run(py, |device| device.sum(x)).map(words),
        }
    }

    /// The accurate product of two matrices.
    fn matmul_accurate<'py>(
        &self,
        py: Python<'py>,
        a: Given<'_, 'py>,
        b: Given<'_, 'py>,
    ) -> PyResult<Parts<'py>> {
        by_kind!(a, accurate_product(py, self, a, b))
    }

    /// The sum of the products of the elements of two arrays.
    fn dot(
        &self,
        py: Python<'_>,
        x: &Bound<'_, DeviceNumbers>,
        y: &Bound<'_, DeviceNumbers>,
    ) -> PyResult<(f64, f64)> {
        match (&x.get().0, &y.get().0) {
            (Numbers::Double(x), Numbers::Double(y)) => {
                self.run(py, |device| device.dot(x, y)).map(words)
            }
            (Numbers::Single(x), Numbers::Single(y)) => {
                self.run(py, |device| device.dot(x, y)).map(words)
            }
            _ => Err(mixed()),
        }
    }
}

/// The devices of this machine as JSON, and messages about drivers that fail. No device is opened. The drivers are loaded
/// in processes that the program and arguments `own` start. The driver of GL is loaded only if wgpu has no other device.
#[pyfunction]
fn list_devices(py: Python<'_>, own: Vec<OsString>) -> PyResult<(String, Vec<String>)> {
    let (mut found, mut troubles) = (vec![processor()], Vec::new());
    interruptible::watched(py, |progress: Arc<dyn Progress>| {
        let drivers = Drivers::new(serving(&own), Limits::default(), move || progress.cancelled());
        for family in Family::built() {
            let of_wgpu = |device: &Description| device.id.starts_with("wgpu");
            if family == Family::Gl && found.iter().any(of_wgpu) {
                continue;
            }
            match drivers.look(family) {
                Ok(of_family) => {
                    found.extend(of_family.devices);
                    troubles.extend(of_family.troubles);
                }
                Err(Error::Cancelled) => return Err(Error::Cancelled),
                Err(error) => troubles.push(error.to_string()),
            }
        }
        Ok(())
    })?
    .map_err(error)?;
    Ok((json(&found)?, troubles))
}

/// Serves a device over standard input and output, until standard input ends.
#[pyfunction]
fn serve_device(py: Python<'_>) -> PyResult<()> {
    Ok(py.detach(|| floatfloat_driver::serve(&skeletons()))?)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<OpenDevice>()?;
    module.add_class::<DeviceNumbers>()?;
    module.add("DeviceError", module.py().get_type::<DeviceError>())?;
    module.add_function(wrap_pyfunction!(list_devices, module)?)?;
    module.add_function(wrap_pyfunction!(serve_device, module)?)
}
