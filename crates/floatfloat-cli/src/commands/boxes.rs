//! The command `paranoia` for what others compute: routines of a library, and programs. Each runs in a process of its
//! own.

mod every;
mod serve;

pub use serve::serve;

use self::serve::{NO_ROUTINE, READY};
use crate::{
    arguments::{Boxes, Common, Format, Quick, SERVE_ROUTINE, Word},
    commands::folder_and_file,
    failure::{Failure, Outcome, complain},
    interrupt, output,
    progress::Terminal,
};
use floatfloat_blackbox::{
    ByLines, Effort, Examined, Failure as Refusal, Kind, Options, Question, Reference, Routine,
    tables,
};
use floatfloat_driver::{Answering, Cause, Limits, Silent};
use floatfloat_lab::{error::Error, progress::Progress, store, units};
use std::{
    ffi::{OsStr, OsString},
    mem::discriminant,
    path::Path,
};

/// Variables that limit libraries to one thread.
const ONE_THREAD: [(&str, &str); 6] = [
    ("OMP_NUM_THREADS", "1"),
    ("OPENBLAS_NUM_THREADS", "1"),
    ("GOTO_NUM_THREADS", "1"),
    ("BLIS_NUM_THREADS", "1"),
    ("MKL_NUM_THREADS", "1"),
    ("VECLIB_MAXIMUM_THREADS", "1"),
];

/// Terms of further sums whose order is found.
const LENGTHS: [&[usize]; 2] = [&[7, 100], &[7, 100, 257, 1000]];

/// Operands of each class of a function, and fresh sums: with --quick, and without.
const SAMPLES: [usize; 2] = [400, 20_000];
const CHECKS: [usize; 2] = [1024, 20_000];

/// Examines what was asked for, and writes the results to `out`.
pub fn run(
    common: &Common,
    quick: &Quick,
    out: Option<&Path>,
    asked: &Boxes,
) -> Result<Outcome, Failure> {
    let out = out.map(folder_and_file).transpose()?;
    if let Some((folder, file)) = out {
        store::prepare(folder, &[file])?;
    }
    let effort = usize::from(!quick.quick);
    let mut options = Options { checks: CHECKS[effort], seed: common.seed, ..Options::default() };
    options.shape = asked.sizes.unwrap_or(options.shape);
    let progress = Terminal::new();
    let exhaustive = asked.exhaustive;
    let examination = Examination { common, effort, options, exhaustive, progress };
    let mut failures = None;
    let examined = match (&asked.program, &asked.blas, &asked.libm) {
        (None, ..) if asked.units => {
            let Examination { options, progress, .. } = &examination;
            let (choice, host) = (&common.device, common.host());
            let (only, samples) = (&asked.only[..], SAMPLES[effort]);
            let question = units::Question { only, options: *options, samples, exhaustive };
            let (examined, failed) = units::examine(choice, &host, &question, progress)?;
            failures = failed;
            examined
        }
        (Some(program), ..) => vec![examination.program(program, asked)?],
        (_, Some(library), _) => examination.library(library, Routine::of_blas(), &asked.only)?,
        (_, _, library) => {
            let library = library.clone().unwrap_or_default();
            examination.library(&library, Routine::of_libm(), &asked.only)?
        }
    };
    drop(examination);
    let mut tables = tables(&examined);
    let has_failed = failures.is_some();
    tables.extend(failures);
    let interrupted = interrupt::asked_to_stop();
    if let Some((folder, file)) = out.filter(|_| !interrupted) {
        store::write(folder, file, output::document(&tables)?.as_bytes())?;
    }
    match common.format {
        Format::Json => output::experiments(Format::Json, &tables)?,
        Format::Text => {
            let drawing = |one: &Examined| if asked.draw { one.drawing() } else { String::new() };
            let text = |one: &Examined| format!("{one}{}", drawing(one));
            let texts: Vec<String> = examined.iter().map(text).collect();
            output::write(&texts.join("\n"))?;
        }
    }
    if interrupted {
        return Err(Error::Interrupted.into());
    }
    let mut outcome = if has_failed { Outcome::FindingFailed } else { Outcome::Good };
    for one in examined.iter().filter(|one| !one.is_permitted()) {
        for fault in one.faults() {
            outcome = Outcome::FindingFailed;
            complain(&format!("\x1b[1;31mfailed:\x1b[0m {}: {fault}", one.name));
        }
    }
    Ok(outcome)
}

/// The routines of these names.
fn chosen(all: Vec<Routine>, names: &[String]) -> Result<Vec<Routine>, Error> {
    if let Some(unknown) = names.iter().find(|name| all.iter().all(|known| known.name != **name)) {
        let known: Vec<&str> = all.iter().map(|routine| routine.name.as_str()).collect();
        let known = known.join(", ");
        return Err(Error::Input(format!("{unknown} cannot be examined; there are: {known}")));
    }
    let is_chosen = |routine: &Routine| names.is_empty() || names.contains(&routine.name);
    Ok(all.into_iter().filter(is_chosen).collect())
}

/// Whether a function can be compared for every number.
fn is_listed(question: Question, format: floatfloat_blackbox::Format) -> bool {
    question == (Question::Function { has_two: false }) && format.precision <= 24
}

const NOT_LISTED: &str =
    "--exhaustive is for functions of one number of f16, bf16 or f32, such as --only expf";

struct Examination<'a> {
    common: &'a Common,
    /// 0 with --quick, 1 without.
    effort: usize,
    options: Options,
    /// Whether functions are compared for every number.
    exhaustive: bool,
    progress: Terminal,
}

/// A process, and why it has ended.
struct Asked {
    process: Answering,
    ended: Option<Silent>,
}

impl Asked {
    /// The answers to lines.
    fn ask(&mut self, lines: &str) -> Result<Vec<String>, Refusal> {
        self.process.ask(lines).map_err(|silent| {
            let refusal = Refusal::Refused(ended(&silent));
            self.ended = Some(silent);
            refusal
        })
    }
}

/// How a process ended, as text for users.
fn ended(silent: &Silent) -> String {
    let Silent::Ended(cause, words) = silent else { return "it was interrupted".to_owned() };
    let mut text = format!("its process {cause}");
    if matches!(cause, Cause::Silence(_)) {
        text += " (a program must write a line for each line that it reads, and flush its output)";
    }
    match words.trim() {
        "" => text,
        words => format!("{text}; it wrote: {words}"),
    }
}

impl Examination<'_> {
    fn start(&self, command: &[OsString], variables: &[(&str, &str)]) -> Result<Asked, Error> {
        // What a program loads when it starts counts as growth of its first answer.
        let limits = self.common.limits();
        let limits = Limits { growth: limits.memory, ..limits };
        let process = Answering::start(command, variables, limits, interrupt::asked_to_stop);
        let process = process.map_err(|error| {
            let command: Vec<_> = command.iter().map(|word| word.to_string_lossy()).collect();
            Error::Input(format!("cannot start `{}`: {error}", command.join(" ")))
        })?;
        Ok(Asked { process, ended: None })
    }

    /// A program in any language.
    fn program(&self, program: &OsStr, asked: &Boxes) -> Result<Examined, Failure> {
        let kind = asked.kind.as_deref().unwrap_or_default();
        let format = asked.word.map_or(floatfloat_blackbox::Format::F32, |word| word.format());
        let is_text = matches!(kind, "parser" | "printer");
        if is_text && !matches!(asked.word, None | Some(Word::F32 | Word::F64)) {
            let text = "texts are examined for --type f32 and f64".to_owned();
            return Err(Error::Input(text).into());
        }
        let (question, reference) = match (kind, Reference::named(kind)) {
            ("parser" | "printer", _) => (Question::Function { has_two: false }, None),
            ("sum", _) => (Question::Sums(Kind::Sum), None),
            ("dot", _) => (Question::Sums(Kind::Dot), None),
            ("matmul", _) => (Question::Sums(Kind::Matmul), None),
            ("magnitudes", _) => (Question::Sums(Kind::Magnitudes), None),
            ("norm", _) => (Question::Sums(Kind::Norm), None),
            (_, Some(reference)) => {
                (Question::Function { has_two: reference.has_two }, Some(reference))
            }
            (_, None) => {
                let names: Vec<_> = Reference::all().iter().map(|known| known.name).collect();
                let names = names.join(", ");
                let text = format!(
                    "{kind} is no kind: take sum, dot, matmul, magnitudes, norm, parser, printer, or one of {names}"
                );
                return Err(Error::Input(text).into());
            }
        };
        let has_every = is_listed(question, format);
        if self.exhaustive && (is_text || !has_every) {
            return Err(Error::Input(NOT_LISTED.to_owned()).into());
        }
        let command = program.to_string_lossy();
        let name = asked.name.as_deref().unwrap_or(&command);
        self.progress.begin(name, 1);
        let words = if cfg!(windows) { ["cmd", "/C"] } else { ["sh", "-c"] };
        let [shell, option] = words.map(OsString::from);
        let mut process = self.start(&[shell, option, program.to_owned()], &[])?;
        if is_text {
            return Ok(self.examine_text(name, kind == "printer", format, &mut process));
        }
        let mut examined = self.examine(name, question, format, reference, &mut process, None);
        if let (true, Some(reference)) = (self.exhaustive, reference)
            && !examined.has_ended()
        {
            examined.add_every(self.every_of_program(name, &reference, format, &mut process));
        }
        Ok(examined)
    }

    /// A program that reads texts and writes numbers, or `prints` numbers as texts.
    fn examine_text(
        &self,
        name: &str,
        prints: bool,
        format: floatfloat_blackbox::Format,
        process: &mut Asked,
    ) -> Examined {
        let effort = self.of_functions();
        let mut machine = ByLines::new(name, format, Kind::Sum, |lines: &str| process.ask(lines));
        let examined = if prints {
            Examined::printer(name, format, &mut |x| machine.print(x), effort)
        } else {
            Examined::parser(name, format, &mut |texts| machine.parse(texts), effort)
        };
        examined.unwrap_or_else(|refusal| Examined::ended(name, refusal))
    }

    fn of_functions(&self) -> Effort {
        Effort { samples: SAMPLES[self.effort], seed: self.options.seed, refuses: false }
    }

    /// Routines of a library, each in a process of its own: those of these names, or all that the library has.
    fn library(
        &self,
        library: &OsStr,
        routines: Vec<Routine>,
        names: &[String],
    ) -> Result<Vec<Examined>, Failure> {
        let routines = chosen(routines, names)?;
        if library.is_empty() {
            return Err(Error::Input("name a library, such as libm.so.6".to_owned()).into());
        }
        let has_every = |routine: &Routine| is_listed(routine.question, routine.format);
        if self.exhaustive && !routines.iter().any(has_every) {
            return Err(Error::Input(NOT_LISTED.to_owned()).into());
        }
        let own = &self.common.own;
        if own.is_empty() {
            let text = "this program cannot start itself, so that no library can be examined";
            return Err(Error::Input(text.to_owned()).into());
        }
        let mut examined: Vec<Examined> = Vec::new();
        let mut deaths = Vec::new();
        self.progress.begin(&library.to_string_lossy(), routines.len() as u64);
        for routine in &routines {
            if interrupt::asked_to_stop() {
                break;
            }
            let name: OsString = routine.name.clone().into();
            let further = [SERVE_ROUTINE.into(), library.to_owned(), name];
            let command: Vec<OsString> = own.iter().cloned().chain(further).collect();
            let mut process = self.start(&command, &[])?;
            match process.ask("\n").as_deref() {
                Ok([said]) if said == READY => {
                    let reference = routine.reference.and_then(Reference::named);
                    let (question, format) = (routine.question, routine.format);
                    let mut single = match question {
                        Question::Sums(_) => self.start(&command, &ONE_THREAD).ok(),
                        Question::Function { .. } => None,
                    };
                    // Its first answer is that it is ready, as that of the other one is.
                    if single.as_mut().is_some_and(|single| single.ask("\n").is_err()) {
                        single = None;
                    }
                    let (name, process) = (&routine.name, &mut process);
                    let single = single.as_mut();
                    let mut found =
                        self.examine(name, question, format, reference, process, single);
                    if self.exhaustive && has_every(routine) && !found.has_ended() {
                        found.add_every(self.every_of_routine(name, &command, format));
                    }
                    examined.push(found);
                }
                Ok([said]) if said == NO_ROUTINE && names.is_empty() => {}
                Ok([said]) if said == NO_ROUTINE => {
                    let why = "the library has no such routine";
                    examined.push(Examined::ended(&routine.name, why));
                }
                Ok(said) => {
                    let text = format!("cannot load {}: {}", library.display(), said.join(" "));
                    return Err(Error::Input(text).into());
                }
                Err(refusal) => examined.push(Examined::ended(&routine.name, refusal)),
            }
            self.progress.advance(1);
            if let Some(Silent::Ended(cause, _)) = process.ended {
                let is_last = routines.last().is_some_and(|last| last == routine);
                if deaths.contains(&discriminant(&cause)) && !is_last {
                    let why = "its process ended in this way a second time, so that its other routines are not examined";
                    examined.push(Examined::ended(&library.to_string_lossy(), why));
                    break;
                }
                deaths.push(discriminant(&cause));
            }
        }
        if examined.is_empty() && !interrupt::asked_to_stop() {
            let names: Vec<&str> = routines.iter().map(|routine| routine.name.as_str()).collect();
            let text = format!("{} has none of {}", library.display(), names.join(", "));
            return Err(Error::Input(text).into());
        }
        Ok(examined)
    }

    /// Examines a program, or a routine; `single` is the same routine on one thread.
    fn examine(
        &self,
        name: &str,
        question: Question,
        format: floatfloat_blackbox::Format,
        reference: Option<Reference>,
        process: &mut Asked,
        single: Option<&mut Asked>,
    ) -> Examined {
        let kind = if let Question::Sums(kind) = question { kind } else { Kind::Sum };
        let ask = |lines: &str| process.ask(lines);
        let lengths = LENGTHS[self.effort];
        let examined = match (question, reference, single) {
            (Question::Function { has_two }, Some(reference), _) => {
                let mut machine = ByLines::new(name, format, kind, ask);
                let mut evaluate = |x: &[f64], y: &[f64]| machine.evaluate(x, y, has_two);
                Examined::function(name, &reference, format, &mut evaluate, self.of_functions())
            }
            (.., Some(single)) => {
                let mut machine = ByLines::of_routine(name, format, kind, ask);
                let ask = |lines: &str| single.ask(lines);
                let mut single = ByLines::of_routine(name, format, kind, ask);
                Examined::sums(&mut machine, &self.options, lengths, Some(&mut single))
            }
            _ => {
                let mut machine = ByLines::new(name, format, kind, ask);
                Examined::sums(&mut machine, &self.options, lengths, None)
            }
        };
        let mut examined = examined.unwrap_or_else(|refusal| Examined::ended(name, refusal));
        // A process may end at other numbers of terms, after all else is found.
        if let (Some(silent), false) = (&process.ended, examined.has_ended()) {
            examined.further.push(format!("With another number of terms {}.", ended(silent)));
        }
        examined
    }
}
