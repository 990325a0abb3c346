//! The messages about malformed files of NumPy.

use super::Message;

pub(super) const MESSAGES: &[Message] = &[
    (
        "bad-magic.npy",
        "bad-magic.npy, byte 0: a file of this name should begin with `\\x93NUMPY`, but begins with",
        "",
    ),
    (
        "bad-magic.npz",
        "bad-magic.npz, byte 0: a file of this name should begin with `PK\\x03\\x04`, but begins with",
        "",
    ),
    (
        "complex.npy",
        "complex.npy, byte 20: complex numbers are not supported; save real and imaginary parts as two",
        "a.imag",
    ),
    (
        "cut-data.npy",
        "cut-data.npy, byte 155: the file ends here, 5 bytes short of the array that its header",
        "",
    ),
    (
        "cut-header.npy",
        "cut-header.npy, byte 40: the file ends here, 88 bytes short of the header of .npy; copy or",
        "",
    ),
    (
        "cut-length.npy",
        "cut-length.npy, byte 9: the file ends here, 1 byte short of the header of .npy; copy or save",
        "",
    ),
    (
        "cut-member.npz",
        "array `a` of cut-member.npz, byte 155: the file ends here, 5 bytes short of the array that its",
        "",
    ),
    (
        "cut.npz",
        "cut.npz, byte 269: the archive is damaged or of a kind that is not supported: invalid Zip archive:",
        "",
    ),
    ("damaged.npz:A", "array `A` of damaged.npz, byte ", ""),
    ("deep.npy", "deep.npy, byte 20: elements of type", ""),
    (
        "empty-array.npy",
        "empty-array.npy, byte 128: the array of shape (0, 3) is empty; it should hold numbers",
        "",
    ),
    ("empty.npy", "empty.npy is empty", ""),
    ("empty.npz", "empty.npz is empty", ""),
    (
        "fields.npy",
        "fields.npy, byte 20: elements of type `[('hi', '<f8'), ('lo', '<f8')], 'fortran_order': False,",
        "",
    ),
    (
        "four-axes.npy",
        "four-axes.npy, byte 0: an array of shape (1, 2, 1, 2) is not a vector or matrix; give shape (n,",
        "",
    ),
    (
        "header-4-gib.npy",
        "header-4-gib.npy, byte 13: the file ends here, 4294967294 bytes short of the header of .npy;",
        "",
    ),
    (
        "infinite-fortran.npy",
        "infinite-fortran.npy, byte 152, element [1, 1]: `-inf` is not a finite number; remove the row",
        "",
    ),
    (
        "long-double-of-any-machine.npy",
        "long-double-of-any-machine.npy, byte 128: elements of type `f16` are long doubles of x86,",
        "numpy.savetxt(name, a, fmt='%s')",
    ),
    (
        "magic-only.npy",
        "magic-only.npy, byte 6: the file ends here, 2 bytes short of the header of .npy; copy or save",
        "",
    ),
    (
        "nan.npy",
        "nan.npy, byte 152, element [1, 1]: `NaN` is not a finite number; remove the row or correct the",
        "",
    ),
    (
        "no-arrays.npz",
        "no-arrays.npz, byte 0: this archive has no NumPy arrays; numpy.savez writes an archive",
        "",
    ),
    (
        "no-data.npy",
        "no-data.npy, byte 128: the file ends here, 32 bytes short of the array that its header",
        "",
    ),
    (
        "no-dictionary.npy",
        "no-dictionary.npy, byte 10: the header of .npy is damaged: `{` should be here",
        "",
    ),
    (
        "no-members.npz",
        "no-members.npz, byte 0: this archive has no NumPy arrays; numpy.savez writes an archive",
        "",
    ),
    (
        "open-string.npy",
        "open-string.npy, byte 12: the header of .npy is damaged: a closing quotation mark should be",
        "",
    ),
    (
        "order-number.npy",
        "order-number.npy, byte 44: the header of .npy is damaged: True or False should be here",
        "",
    ),
    (
        "pickled-field.npy",
        "pickled-field.npy, byte 20: the array holds pickled Python objects, which are never read, as",
        "",
    ),
    (
        "pickled.npy",
        "pickled.npy, byte 20: the array holds pickled Python objects, which are never read, as they",
        "numpy.savetxt(name, a, fmt='%s')",
    ),
    (
        "pickled.npz",
        "array `a` of pickled.npz, byte 20: the array holds pickled Python objects, which are never",
        "",
    ),
    (
        "shape-absurd.npy",
        "shape-absurd.npy, byte 160: the file ends here, 7999999999968 bytes short of the array that",
        "",
    ),
    (
        "shape-beyond-64-bits.npy",
        "shape-beyond-64-bits.npy, byte 61: the header claims an array of shape (99999999999999999999,",
        "",
    ),
    (
        "shape-missing.npy",
        "shape-missing.npy, byte 64: the header of .npy is damaged: shape should be here",
        "",
    ),
    (
        "shape-negative.npy",
        "shape-negative.npy, byte 61: the header of .npy is damaged: a whole number should be here",
        "",
    ),
    (
        "shape-open.npy",
        "shape-open.npy, byte 64: the header of .npy is damaged: a whole number should be here",
        "",
    ),
    (
        "shape-wraps.npy",
        "shape-wraps.npy, byte 128: the header claims an array of shape (9223372036854775807,",
        "",
    ),
    (
        "text.npy",
        "text.npy, byte 0: a file of this name should begin with `\\x93NUMPY`, but begins with",
        "",
    ),
    (
        "three-axes.npy",
        "three-axes.npy, byte 0: an array of shape (2, 2, 3) is not a vector or matrix; give shape (n, m),",
        "",
    ),
    (
        "trailing.npy",
        "trailing.npy, byte 160: 4 more bytes follow the array that the header describes; save it again",
        "",
    ),
    (
        "unknown-key.npy",
        "unknown-key.npy, byte 37: the header of .npy is damaged: descr, fortran_order or shape should",
        "",
    ),
    (
        "version-9.npy",
        "version-9.npy, byte 6: version 9.0 of .npy is not supported; 1.0, 2.0 and 3.0 are",
        "",
    ),
];
