//! Functions that are compiled once in this crate, instead of in every crate that calls them.

/// Defines a function that runs work over `f32` or `f64`. Its two instances are functions of this
/// crate without type parameters, so the calling crate compiles nothing.
macro_rules! compiled {
    (
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident<$life:lifetime, $word:ident>($work:ty) -> $output:ty
            = $run:path;
    ) => {
        $(#[$attribute])*
        $visibility fn $name<$life, $word: $crate::element::Element>(work: $work) -> $output {
            struct Both;

            impl $crate::element::Work for Both {
                type Over<$life, $word: $crate::element::Element> = $work;
                type Output<$word: $crate::element::Element> = $output;
            }

            type Over<$life, $word> = <Both as $crate::element::Work>::Over<$life, $word>;
            type Output<$word> = <Both as $crate::element::Work>::Output<$word>;

            #[inline(never)]
            fn single(work: Over<'_, f32>) -> Output<f32> {
                $run(work)
            }

            #[inline(never)]
            fn double(work: Over<'_, f64>) -> Output<f64> {
                $run(work)
            }

            $word::choose::<Both>(work, single, double)
        }
    };
}

/// Defines a function that runs work on any number type: in one way on numbers of two words, in another
/// way on longer numbers. Its six instances are functions of this crate without type parameters.
macro_rules! compiled_by_type {
    (
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident<$life:lifetime, $number:ident>($work:ty) -> $output:ty
            = $pairs:path, $long:path;
    ) => {
        $(#[$attribute])*
        $visibility fn $name<$life, $number: $crate::number::Number>(work: $work) -> $output {
            struct Each;

            impl $crate::number::Work for Each {
                type Over<$life, $number: $crate::number::Number> = $work;
                type Output<$number: $crate::number::Number> = $output;
            }

            type Over<$life, $number> = <Each as $crate::number::Work>::Over<$life, $number>;
            type Output<$number> = <Each as $crate::number::Work>::Output<$number>;

            #[inline(never)]
            fn float_float(work: Over<'_, ::floatfloat::FloatFloat>) -> Output<::floatfloat::FloatFloat> {
                $pairs(work)
            }

            #[inline(never)]
            fn triple_float(work: Over<'_, ::floatfloat::TripleFloat>) -> Output<::floatfloat::TripleFloat> {
                $long(work)
            }

            #[inline(never)]
            fn quad_float(work: Over<'_, ::floatfloat::QuadFloat>) -> Output<::floatfloat::QuadFloat> {
                $long(work)
            }

            #[inline(never)]
            fn double_double(work: Over<'_, ::floatfloat::DoubleDouble>) -> Output<::floatfloat::DoubleDouble> {
                $pairs(work)
            }

            #[inline(never)]
            fn triple_double(work: Over<'_, ::floatfloat::TripleDouble>) -> Output<::floatfloat::TripleDouble> {
                $long(work)
            }

            #[inline(never)]
            fn quad_double(work: Over<'_, ::floatfloat::QuadDouble>) -> Output<::floatfloat::QuadDouble> {
                $long(work)
            }

            let table = $crate::number::Table::<Each> {
                float_float,
                triple_float,
                quad_float,
                double_double,
                triple_double,
                quad_double,
            };
            $number::choose::<Each>(work, table)
        }
    };
}

pub(crate) use {compiled, compiled_by_type};
