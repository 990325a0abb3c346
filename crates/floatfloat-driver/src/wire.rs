//! The protocol of the two processes: frames of a JSON text and bytes, on pipes.

use crate::failure::Failure;
use floatfloat_gpu::{
    Lowering, WordType,
    backend::Description,
    device::Family,
    foreign::Foreign,
    lowering::Mode,
    program::{PortableProgram, WorkgroupLimits},
};
use serde::{Deserialize, Serialize};
use std::io::{self, ErrorKind, Read, Write};

/// What the process of a driver writes first. Anything before it comes from another program.
pub(crate) const GREETING: &[u8] = b"floatfloat driver 1\n";

/// Most bytes of a frame's text, and of its payload. A longer length means that it is not a frame.
const LONGEST_TEXT: u32 = 1 << 28;
const LONGEST_LOAD: u64 = 1 << 36;

/// Bytes that are moved between two signs of life.
const CHUNK: usize = 1 << 20;

/// A request to the process of a driver. Requests without a reply are carried out in the order in which they
/// come, and their errors come with the next reply.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Request<'r> {
    /// Asks which devices there are: [`Answer::Devices`].
    Devices(Family),
    /// Opens a device: [`Answer::Opened`].
    Open {
        /// The id of the device, as in `--device`.
        id: String,
    },
    /// Allocates a buffer.
    Allocate { buffer: u64, bytes: u64 },
    /// Frees a buffer. No reply.
    Free { buffer: u64 },
    /// Copies the payload of the frame into a buffer.
    Write { buffer: u64 },
    /// Reads the first bytes of a buffer, which are the payload of the reply's frame.
    Read { buffer: u64, bytes: u64 },
    /// Compiles a program: [`Answer::Compiled`].
    Compile {
        kernel: u64,
        #[serde(borrow)]
        program: PortableProgram<'r>,
        lowering: Lowering,
    },
    /// Forgets a kernel. No reply.
    Discard { kernel: u64 },
    /// Runs a kernel. No reply.
    Launch { kernel: u64, buffers: Vec<u64>, arguments: [u32; 8], groups: [u32; 2] },
    /// Compiles a program that others wrote, and runs it on the payload of the frame. Its results are the payload of the
    /// reply's frame.
    Foreign { program: Foreign, output: u64, groups: u32 },
    /// Waits until everything is done.
    Finish,
    /// Begins to measure the time. No reply.
    Begin,
    /// Asks for the time since [`Begin`](Request::Begin): [`Answer::Timed`].
    End,
    /// Copies with the fastest means of the vendor. No reply.
    Copy { from: u64, to: u64, bytes: u64 },
    /// A product of matrices by the vendor's library: [`Answer::Multiplied`].
    Gemm { buffers: [u64; 3], shape: [u32; 3] },
}

impl Request<'_> {
    /// Whether the request has a reply.
    pub(crate) fn is_answered(&self) -> bool {
        !matches!(
            self,
            Request::Free { .. }
                | Request::Discard { .. }
                | Request::Launch { .. }
                | Request::Begin
                | Request::Copy { .. }
        )
    }
}

/// A reply.
pub(crate) type Reply = Result<Answer, Failure>;

/// The result of a request.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Answer {
    /// It is done.
    Done,
    /// The devices, and the reasons why others cannot be used.
    Devices { devices: Vec<Description>, troubles: Vec<String> },
    /// A device is open.
    Opened(Box<Opened>),
    /// A program is compiled: how many 32-bit registers a thread uses, if the driver reports it.
    Compiled { registers: Option<u32> },
    /// Nanoseconds, by the device's clock if it has one, and by the wall clock.
    Timed { device: Option<u64>, wall: u64 },
    /// Whether the vendor has such a library.
    Multiplied(bool),
}

/// The description of an open device.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Opened {
    pub(crate) description: Description,
    pub(crate) compiler: String,
    pub(crate) lowerings: Vec<(WordType, Vec<Lowering>)>,
    pub(crate) modes: Vec<Mode>,
    pub(crate) limits: WorkgroupLimits,
    /// Instructions per second for each word, if the vendor states them.
    pub(crate) vendor: Option<Vec<(WordType, f64)>>,
}

/// Writes a frame. Calls `alive` from time to time when bytes have moved.
pub(crate) fn write(
    to: &mut impl Write,
    text: &impl Serialize,
    load: &[u8],
    alive: &dyn Fn(),
) -> io::Result<()> {
    let text = serde_json::to_vec(text)?;
    to.write_all(&(text.len() as u32).to_le_bytes())?;
    to.write_all(&(load.len() as u64).to_le_bytes())?;
    for chunk in text.chunks(CHUNK).chain(load.chunks(CHUNK)) {
        to.write_all(chunk)?;
        alive();
    }
    Ok(())
}

/// A frame whose text is not parsed yet.
pub(crate) struct Frame {
    text: Vec<u8>,
    /// Its payload.
    pub(crate) load: Vec<u8>,
}

impl Frame {
    /// The next frame; `None` at the end. Anything that is not a frame is an error of the kind `InvalidData`.
    pub(crate) fn read(from: &mut impl Read, alive: &dyn Fn()) -> io::Result<Option<Frame>> {
        let mut lengths = [0; 12];
        let mut begun = 0;
        while begun < lengths.len() {
            match from.read(&mut lengths[begun..]) {
                Ok(0) if begun == 0 => return Ok(None),
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(read) => begun += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        let (text, load) = lengths.split_at(4);
        let text = u32::from_le_bytes(text.try_into().expect("four bytes"));
        let load = u64::from_le_bytes(load.try_into().expect("eight bytes"));
        if text == 0 || text > LONGEST_TEXT || load > LONGEST_LOAD {
            return Err(io::Error::new(ErrorKind::InvalidData, shown(&lengths)));
        }
        Ok(Some(Frame { text: bytes(from, text.into(), alive)?, load: bytes(from, load, alive)? }))
    }

    /// Parses its text.
    pub(crate) fn parse<'f, T: Deserialize<'f>>(&'f self) -> io::Result<T> {
        serde_json::from_slice(&self.text)
            .map_err(|_| io::Error::new(ErrorKind::InvalidData, shown(&self.text)))
    }
}

/// Reads `length` bytes. Memory is allocated as they come, so that a wrong length allocates nothing.
fn bytes(from: &mut impl Read, length: u64, alive: &dyn Fn()) -> io::Result<Vec<u8>> {
    let mut read = Vec::new();
    while (read.len() as u64) < length {
        let next = (length - read.len() as u64).min(CHUNK as u64);
        if from.take(next).read_to_end(&mut read)? as u64 != next {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        alive();
    }
    Ok(read)
}

/// The beginning of bytes that could not be read, as text for users.
pub(crate) fn shown(bytes: &[u8]) -> String {
    let begin = &bytes[..bytes.len().min(60)];
    format!("\"{}\"", begin.escape_ascii())
}

#[cfg(test)]
mod tests {
    use super::{Answer, Frame, Reply, Request, write};
    use std::io::ErrorKind;

    #[test]
    fn frames_are_read_as_they_were_written() {
        let mut pipe = Vec::new();
        write(&mut pipe, &Request::Write { buffer: 3 }, &[1, 2, 3], &|| {}).unwrap();
        let done: Reply = Ok(Answer::Done);
        write(&mut pipe, &done, &[], &|| {}).unwrap();
        let mut pipe = &pipe[..];
        let first = Frame::read(&mut pipe, &|| {}).unwrap().unwrap();
        let text: serde_json::Value = first.parse().unwrap();
        assert_eq!((text["Write"]["buffer"].as_u64(), &first.load[..]), (Some(3), &[1, 2, 3][..]));
        let second = Frame::read(&mut pipe, &|| {}).unwrap().unwrap();
        assert!(matches!(second.parse::<Reply>(), Ok(Ok(Answer::Done))));
        assert!(Frame::read(&mut pipe, &|| {}).unwrap().is_none());
    }

    #[test]
    fn what_is_no_frame_is_told_from_one() {
        let kind = |mut bytes: &[u8]| Frame::read(&mut bytes, &|| {}).err().map(|e| e.kind());
        assert_eq!(kind(b"warning: something"), Some(ErrorKind::InvalidData));
        assert_eq!(kind(b"\x02\0\0\0\0\0"), Some(ErrorKind::UnexpectedEof));
        assert_eq!(kind(b"\x02\0\0\0\0\0\0\0\0\0\0\0{"), Some(ErrorKind::UnexpectedEof));
        let mut text = &b"\x02\0\0\0\0\0\0\0\0\0\0\0{]"[..];
        let frame = Frame::read(&mut text, &|| {}).unwrap().unwrap();
        assert_eq!(frame.parse::<Reply>().unwrap_err().kind(), ErrorKind::InvalidData);
    }
}
