//! The only list of operations, which tests, experiments, documentation and shader writers use. A test fails if
//! a file of [`crate::double_word`] is missing from it. The operations on three and four words have a separate
//! list.

use crate::{
    double_word::{
        add_accurate::AddAccurate,
        add_network::AddNetwork,
        add_sloppy::AddSloppy,
        add_word::AddWord,
        add22::Add22,
        div_dw2::DivDw2,
        div_dw3::DivDw3,
        div_three_words::DivThreeWords,
        div_warwick::DivWarwick,
        div_word_fp2::DivWordFp2,
        div_word_fp3::DivWordFp3,
        error_free::{TwoDiff, TwoProd, TwoProdDekker, TwoSum},
        mul_dw1::MulDw1,
        mul_dw2::MulDw2,
        mul_dw3::MulDw3,
        mul_warwick::MulWarwick,
        mul_word_fp1::MulWordFp1,
        mul_word_fp2::MulWordFp2,
        mul_word_fp3::MulWordFp3,
        mul22::Mul22,
        sqrt::Sqrt,
        sub_accurate::SubAccurate,
        sub_network::SubNetwork,
    },
    elementary::{
        self, Elementary,
        atan::{Acos, Asin, Atan, Atan2},
        erf::{Erf, Erfc},
        exp::{Exp, Exp2, Exp10, ExpM1},
        gamma::{Gamma, LnGamma},
        hyperbolic::{Cosh, Sinh, Tanh},
        inverse_hyperbolic::{Acosh, Asinh, Atanh},
        ln::{Ln, Ln1p, Log2, Log10},
        pow::{Powf, Rootn},
        roots::{Cbrt, Hypot, Rsqrt},
        several_words::{self, atan, exp, hyperbolic, inverse_hyperbolic, ln, pow, roots, trig},
        trig::{Cos, Sin, Tan},
        trig_pi::{CosPi, SinPi, TanPi},
    },
    multi_word::{
        self,
        add::{Add3, Add4},
        add_word::{AddWord3, AddWord4},
        div::{Div3, Div4},
        div_word::{DivWord3, DivWord4},
        mul::{Mul3, Mul4},
        mul_word::{MulWord3, MulWord4},
        sqrt::{Sqrt3, Sqrt4},
    },
    operation::{Info, Operation},
};

/// The work to do for each operation; see [`for_each`].
pub trait Visitor {
    /// Called once for every operation, in the order of the list.
    fn visit<O: Operation>(&mut self);
}

macro_rules! registry {
    ($($operation:ident),* $(,)?) => {
        /// Calls the visitor with every operation.
        pub fn for_each(visitor: &mut impl Visitor) {
            $(visitor.visit::<$operation>();)*
        }

        /// Every operation's description.
        pub const OPERATIONS: &[Info] = &[$($operation::INFO),*];
    };
}

registry!(
    TwoSum,
    TwoDiff,
    TwoProd,
    TwoProdDekker,
    AddNetwork,
    AddAccurate,
    AddSloppy,
    Add22,
    AddWord,
    SubNetwork,
    SubAccurate,
    MulDw1,
    MulDw2,
    MulDw3,
    MulWarwick,
    Mul22,
    MulWordFp3,
    MulWordFp2,
    MulWordFp1,
    DivWarwick,
    DivDw2,
    DivDw3,
    DivThreeWords,
    DivWordFp3,
    DivWordFp2,
    Sqrt,
);

/// The work to do for each operation on three or four words; see [`for_each_of_several_words`].
pub trait SeveralWordsVisitor {
    /// Called once for every operation, in the order of the list.
    fn visit<O: multi_word::operation::Operation>(&mut self);
}

macro_rules! operations_of_several_words {
    ($($operation:ident),* $(,)?) => {
        /// Calls the visitor with every operation on three or four words.
        pub fn for_each_of_several_words(visitor: &mut impl SeveralWordsVisitor) {
            $(visitor.visit::<$operation>();)*
        }

        /// The description of every operation on three or four words.
        pub const OPERATIONS_OF_SEVERAL_WORDS: &[multi_word::operation::Info] =
            &[$(<$operation as multi_word::operation::Operation>::INFO),*];
    };
}

operations_of_several_words!(
    Add3, Add4, AddWord3, AddWord4, Mul3, Mul4, MulWord3, MulWord4, Div3, Div4, DivWord3, DivWord4,
    Sqrt3, Sqrt4
);

/// The work to do for each elementary function; see [`for_each_function`].
pub trait FunctionVisitor {
    /// Called once for every function, in the order of the list.
    fn visit<F: Elementary>(&mut self);
}

macro_rules! functions {
    ($($function:ident),* $(,)?) => {
        /// Calls the visitor with every elementary function.
        pub fn for_each_function(visitor: &mut impl FunctionVisitor) {
            $(visitor.visit::<$function>();)*
        }

        /// Every elementary function's description.
        pub const FUNCTIONS: &[elementary::Info] = &[$($function::INFO),*];
    };
}

functions!(
    Exp, Exp2, Exp10, ExpM1, Ln, Log2, Log10, Ln1p, Asin, Acos, Atan, Atan2, Sin, Cos, Tan, SinPi,
    CosPi, TanPi, Powf, Rootn, Cbrt, Hypot, Rsqrt, Sinh, Cosh, Tanh, Asinh, Acosh, Atanh, Erf,
    Erfc, Gamma, LnGamma
);

/// The work to do for each elementary function of three and four words; see
/// [`for_each_function_of_several_words`].
pub trait SeveralWordsFunctionVisitor {
    /// Called once for every function, in the order of the list.
    fn visit<F: several_words::Elementary>(&mut self);
}

macro_rules! functions_of_several_words {
    ($($module:ident: $($function:ident)*;)*) => {
        /// Calls the visitor with every elementary function of three and four words.
        pub fn for_each_function_of_several_words(visitor: &mut impl SeveralWordsFunctionVisitor) {
            $($(visitor.visit::<$module::$function>();)*)*
        }

        /// The description of every elementary function of three and four words.
        pub const FUNCTIONS_OF_SEVERAL_WORDS: &[several_words::Info] =
            &[$($(<$module::$function as several_words::Elementary>::INFO),*),*];
    };
}

functions_of_several_words! {
    exp: Exp Exp2 Exp10 ExpM1;
    ln: Ln Log2 Log10 Ln1p;
    atan: Asin Acos Atan Atan2;
    trig: Sin Cos Tan;
    pow: Powf;
    roots: Cbrt Hypot;
    hyperbolic: Sinh Cosh Tanh;
    inverse_hyperbolic: Asinh Acosh Atanh;
}
