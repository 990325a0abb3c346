//! Titles and plain words of the experiments that the lab knows.

/// Id, title and plain words of the experiments that the lab knows.
pub const CATALOGUE: &[(&str, &str, &str)] = &[
    (
        "paranoia",
        "How this machine rounds",
        "Every operation on every pair of a set of awkward operands, compared with the exact result. \
         The error intervals tell how the hardware rounds: exact rounding to nearest never leaves \
         half a unit in the last place, chopping loses up to a whole one. Machines that no longer \
         exist are simulated beside this one.",
    ),
    (
        "accuracy",
        "Accuracy of every operation",
        "Each operation runs on operands chosen to be difficult and its result is compared with the \
         exact one. The proven bound is what theory promises; the largest error seen must stay \
         below it.",
    ),
    (
        "bench",
        "Speed of every operation",
        "Nanoseconds per operation. The limit is what a device could do if it did nothing but the \
         floating-point operations that the algorithm needs, and moved nothing but its operands and \
         results. Over more and more elements a processor computes at one speed as long as its \
         caches can follow, and then waits for memory, where precision costs no more than the bytes \
         that it takes.",
    ),
    (
        "fit-digits",
        "What it buys you: regression",
        "Least-squares fits of the reference data sets of the US National Institute of Standards \
         and Technology, with exact solutions. The more digits of the coefficients are correct, \
         the better.",
    ),
    (
        "formats",
        "The formats of 2006",
        "The number formats that graphics processors had, as simulated machines.",
    ),
    (
        "ops-accuracy",
        "Accuracy as measured in 2006",
        "Da Graça and Defour ran their float-float operations on 2²⁴ random vectors and took the \
         largest error. The same is done here, on this machine and on simulated ones that explain \
         the numbers which they could not.",
    ),
    (
        "ops-speed",
        "Speed as measured in 2006",
        "The operations of Da Graça and Defour on arrays of their sizes and beyond.",
    ),
    (
        "ulp-histogram",
        "Distance of float-float from f64",
        "Warwick compared float-float with f64 on a million random pairs and counted the units in \
         the last place of f64 between them.",
    ),
    (
        "leibniz",
        "π the slow way",
        "Two thousand terms of Leibniz’s series, one long chain of divisions and additions: the real \
         workload of Warwick’s paper.",
    ),
    ("devices", "Devices", "What can compute here, and whether its arithmetic was proved exact."),
    (
        "speed-up",
        "Speed beside f64, as measured in 2020",
        "Warwick let many threads repeat each operation until its time was stable, and compared \
         float-float with the f64 of the same device.",
    ),
    (
        "sum",
        "Global summation",
        "Numbers of very different size whose exact sum is known to be zero, added up in every type and \
         by ever more threads: what is left over is error, as in Nguyen’s thesis.",
    ),
    (
        "intensity",
        "Operations for each number loaded",
        "Kernels with more and more operations for each number that they load show where a device stops \
         waiting for memory, and what precision costs from there on.",
    ),
    (
        "gauss",
        "Gaussian elimination",
        "Rodinia’s elimination without pivoting and its back-substitution, in every type, against \
         multiple precision.",
    ),
    (
        "lud",
        "LU decomposition in blocks",
        "Rodinia’s decomposition by diagonal, perimeter and inner blocks: how far the product of its \
         factors is from the matrix, and how long it takes by size of block.",
    ),
    (
        "mul-chain",
        "A chain of multiplications",
        "Products of products, with and without renormalising between the steps.",
    ),
    (
        "do-undo",
        "Multiply and divide again",
        "(x · y) / y, over and over, gives x back only where nothing is lost on the way.",
    ),
    (
        "compensated",
        "Compensated sums, products and polynomials",
        "Sums, inner products and Horner’s scheme of plain words that carry their own errors along.",
    ),
    (
        "advise",
        "Which type for which work",
        "Every workload in every type on every device: the cheapest that meets a tolerance.",
    ),
];
