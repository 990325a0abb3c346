//! Certificates in the cache folder.

use super::planted::{Plant, Planted};
use crate::{backend::Backend, cache::certificate_of, certificate::Certificate, device::cpu::Cpu};
use floatfloat::progress::Silent;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The certificate, nobody watching.
fn kept(backend: &dyn Backend, recertify: bool, folder: Option<&Path>) -> Certificate {
    certificate_of(backend, recertify, folder, &Silent).unwrap()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

/// Marks the only certificate of the folder, so that reading it shows.
fn mark(folder: &Path) {
    let [file] = &files(folder)[..] else { panic!("{:?}", files(folder)) };
    let text = fs::read_to_string(file).unwrap();
    let marked = text.replacen("\"compared\": ", "\"compared\": 9", 1);
    assert_ne!(marked, text);
    fs::write(file, marked).unwrap();
}

fn is_marked(certificate: &Certificate, backend: &dyn Backend) -> bool {
    let fresh = kept(backend, true, Some(tempfile::tempdir().unwrap().path()));
    assert_eq!(certificate.device, fresh.device);
    certificate.words[0].compared != fresh.words[0].compared
}

#[test]
fn kept_until_asked_anew() {
    let (cpu, folder) = (Cpu::open(), tempfile::tempdir().unwrap());
    let folder = folder.path().join("made/on/the/way");
    let first = kept(&cpu, false, Some(&folder));
    assert!(!is_marked(&first, &cpu));
    assert_eq!(kept(&cpu, false, Some(&folder)), first);
    mark(&folder);
    assert!(is_marked(&kept(&cpu, false, Some(&folder)), &cpu));
    assert!(!is_marked(&kept(&cpu, true, Some(&folder)), &cpu));
    assert_eq!(kept(&cpu, false, Some(&folder)), first);
    assert_eq!(files(&folder).len(), 1);
}

#[test]
fn another_device_has_another_file() {
    let folder = tempfile::tempdir().unwrap();
    kept(&Cpu::open(), false, Some(folder.path()));
    // The same name, other lowerings.
    let other = kept(&Planted::new(Plant::Forbidden), false, Some(folder.path()));
    assert!(other.words[0].trials.len() > 1);
    assert_eq!(files(folder.path()).len(), 2);
}

#[test]
fn broken_and_foreign_files_are_written_again() {
    let (cpu, folder) = (Cpu::open(), tempfile::tempdir().unwrap());
    let certificate = kept(&cpu, false, Some(folder.path()));
    let file = files(folder.path()).remove(0);
    let good = fs::read_to_string(&file).unwrap();
    let foreign = good.replacen("\"name\": \"", "\"name\": \"not ", 1);
    let newer = good.replacen("certificate/1", "certificate/2", 1);
    assert!(foreign != good && newer != good);
    for bad in ["", "{}", "null", "\u{fffd}", &good[..good.len() / 2], &foreign, &newer] {
        fs::write(&file, bad).unwrap();
        assert_eq!(kept(&cpu, false, Some(folder.path())), certificate);
        assert_eq!(fs::read_to_string(&file).unwrap(), good);
    }
}

#[test]
fn a_folder_that_cannot_be_written_does_not_matter() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a file, not a folder");
    fs::write(&file, "").unwrap();
    for cache in [file.clone(), file.join("below")] {
        assert!(kept(&Cpu::open(), false, Some(&cache)).is_certified());
    }
    // The certificate's place is taken by a folder.
    kept(&Cpu::open(), false, Some(folder.path()));
    let place = files(folder.path()).into_iter().find(|path| *path != file).unwrap();
    fs::remove_file(&place).unwrap();
    fs::create_dir(&place).unwrap();
    assert!(kept(&Cpu::open(), false, Some(folder.path())).is_certified());
}

#[test]
fn bad_luck_is_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    kept(&Planted::new(Plant::Rejected), false, Some(folder.path()));
    assert!(files(folder.path()).is_empty());
}
