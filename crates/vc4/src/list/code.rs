//! The closed sets of codes that fields of packets have.

codes! {
    /// What a draw makes of its vertices.
    pub enum PrimitiveMode {
        /// Points.
        Points = 0, "points";
        /// A line for each two vertices.
        Lines = 1, "lines";
        /// A closed line.
        LineLoop = 2, "line_loop";
        /// A line through all vertices.
        LineStrip = 3, "line_strip";
        /// A triangle for each three vertices.
        Triangles = 4, "triangles";
        /// A triangle for each vertex after the second, with the two before it.
        TriangleStrip = 5, "triangle_strip";
        /// A triangle for each vertex after the second, with the first and the one before it.
        TriangleFan = 6, "triangle_fan";
    }

    /// Size of the indices of a draw.
    pub enum IndexType {
        /// One byte.
        Bits8 = 0, "8bit";
        /// Two bytes.
        Bits16 = 1, "16bit";
    }

    /// What a list of compressed primitives holds.
    pub enum ListPrimitive {
        /// Points.
        Points = 0, "points";
        /// Lines.
        Lines = 1, "lines";
        /// Triangles.
        Triangles = 2, "triangles";
        /// Right-handed trapezoids of the VG mode.
        Rht = 3, "rht";
    }

    /// How a list of compressed primitives names its vertices.
    pub enum ListData {
        /// 16-bit indices.
        Index16 = 1, "index16";
        /// 32-bit x and y.
        Xy32 = 3, "xy32";
    }

    /// What a store or load of the tile buffer moves.
    pub enum Buffer {
        /// Nothing.
        None = 0, "none";
        /// Colour.
        Color = 1, "color";
        /// Z and stencil.
        ZStencil = 2, "zs";
        /// Z alone.
        Z = 3, "z";
        /// The VG mask.
        VgMask = 4, "vg_mask";
        /// The raw contents: all samples of what the address word does not leave out.
        Full = 5, "full";
    }

    /// How an image lies in memory.
    pub enum MemoryFormat {
        /// Row after row.
        Raster = 0, "raster";
        /// Tiles of 4 KiB.
        T = 1, "t";
        /// Rows of 64-byte blocks.
        Lt = 2, "lt";
    }

    /// Which samples a store takes.
    pub enum Decimate {
        /// The first one; one a pixel.
        Sample0 = 0, "1x";
        /// The mean of four.
        X4 = 1, "4x";
        /// The mean of sixteen.
        X16 = 2, "16x";
    }

    /// Pixels of a general store or load.
    pub enum PixelFormat {
        /// 8 bits a component, red in byte 0.
        Rgba8888 = 0, "rgba8888";
        /// 5, 6 and 5 bits, blue lowest, dithered.
        Bgr565Dither = 1, "bgr565_dither";
        /// 5, 6 and 5 bits, blue lowest.
        Bgr565 = 2, "bgr565";
    }

    /// Pixels of a frame.
    pub enum FrameFormat {
        /// 5, 6 and 5 bits, blue lowest, dithered.
        Bgr565Dither = 0, "bgr565_dither";
        /// 8 bits a component, red in byte 0.
        Rgba8888 = 1, "rgba8888";
        /// 5, 6 and 5 bits, blue lowest.
        Bgr565 = 2, "bgr565";
    }

    /// When a fragment passes the depth test: its Z compared with the stored one.
    pub enum CompareFunction {
        /// Never.
        Never = 0, "never";
        /// If it is less.
        Less = 1, "less";
        /// If it is equal.
        Equal = 2, "equal";
        /// If it is not greater.
        LessEqual = 3, "lequal";
        /// If it is greater.
        Greater = 4, "greater";
        /// If it is not equal.
        NotEqual = 5, "notequal";
        /// If it is not less.
        GreaterEqual = 6, "gequal";
        /// Always.
        Always = 7, "always";
    }

    /// How coverage of the VG mode is accumulated.
    pub enum CoverageUpdate {
        /// Inside where the count is not zero.
        NonZero = 0, "nonzero";
        /// Inside where it is odd.
        Odd = 1, "odd";
        /// Or.
        Or = 2, "or";
        /// Clear.
        Zero = 3, "zero";
    }

    /// Primitives of the VG mode.
    pub enum VgPrimitive {
        /// Right-handed trapezoids.
        Rht = 1, "rht";
        /// A strip of these.
        RhtStrip = 3, "rht_strip";
        /// Triangles.
        Triangles = 4, "triangles";
        /// A strip of triangles.
        TriangleStrip = 5, "triangle_strip";
        /// A fan of triangles.
        TriangleFan = 6, "triangle_fan";
    }
}
