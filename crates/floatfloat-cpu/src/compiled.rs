//! Kernels that are compiled once in this crate, instead of in every crate that calls them.

/// A function that runs work over either word. Its two instances are functions of this crate that
/// are generic over nothing, so that nothing is left to compile where it is called.
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

pub(crate) use compiled;
