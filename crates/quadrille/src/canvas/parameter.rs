//! Program parameters, by number and by name.

use quadrille_isa::gl::{Binding, Family, Limits, Stage};
use quadrille_program::{File, ParameterSource};

use super::{Canvas, CanvasError};

/// Local parameters of programs of a stage. Those of `!!FP1.0` are as many as a fragment program has.
fn locals(limits: &Limits, stage: Stage) -> u32 {
    match stage {
        Stage::Vertex | Stage::VertexState => limits.vertex_local_parameters,
        Stage::Fragment => limits.fragment_local_parameters,
        Stage::Geometry | Stage::TessellationControl | Stage::TessellationEvaluation | Stage::Compute => {
            limits.stage_local_parameters
        }
    }
}

/// Environment parameters of a stage, of the vertex stage the registers of `!!VP1.0` to `!!VP2.0` too.
fn environment(limits: &Limits, stage: Stage) -> u32 {
    match stage {
        Stage::Vertex | Stage::VertexState => limits
            .vertex_env_parameters
            .max(limits.vp1_parameters)
            .max(limits.vp2_parameters),
        Stage::Fragment => limits.fragment_env_parameters,
        Stage::Geometry | Stage::TessellationControl | Stage::TessellationEvaluation | Stage::Compute => {
            limits.stage_env_parameters
        }
    }
}

impl Canvas {
    /// Sets local parameter `index` of the program that is bound to a stage.
    ///
    /// # Errors
    ///
    /// No program is bound to the stage, or the number is not below the limit (INVALID_VALUE).
    pub fn set_local(&mut self, stage: Stage, index: usize, value: [f32; 4]) -> Result<(), CanvasError> {
        let most = locals(&self.memory.limits, stage) as usize;
        let program = self.place(stage)?.as_mut().ok_or(CanvasError::NoProgram)?;
        set(&mut program.locals, index, value, most)
    }

    /// The same with integers, signed ones by their bits (ProgramLocalParameterI4uiNV).
    ///
    /// # Errors
    ///
    /// As [`Canvas::set_local`].
    pub fn set_local_words(
        &mut self,
        stage: Stage,
        index: usize,
        value: [u32; 4],
    ) -> Result<(), CanvasError> {
        self.set_local(stage, index, value.map(f32::from_bits))
    }

    /// Sets environment parameter `index`, which all programs of a stage share; of `!!VP1.0` programs these
    /// are the registers `c[n]`.
    ///
    /// # Errors
    ///
    /// The number is not below the limit (INVALID_VALUE).
    pub fn set_environment(
        &mut self,
        stage: Stage,
        index: usize,
        value: [f32; 4],
    ) -> Result<(), CanvasError> {
        let most = environment(&self.memory.limits, stage) as usize;
        set(self.state.environment_mut(stage), index, value, most)
    }

    /// The same with integers, signed ones by their bits (ProgramEnvParameterI4uiNV).
    ///
    /// # Errors
    ///
    /// As [`Canvas::set_environment`].
    pub fn set_environment_words(
        &mut self,
        stage: Stage,
        index: usize,
        value: [u32; 4],
    ) -> Result<(), CanvasError> {
        self.set_environment(stage, index, value.map(f32::from_bits))
    }

    /// Sets a parameter of the program that is bound to a stage by a name: one that the program declares
    /// (`PARAM light = program.local[2];` makes `light` one, an array takes `lights[1]`), or the binding
    /// itself (`program.local[2]`, `program.env[7]`).
    ///
    /// # Errors
    ///
    /// No program is bound, it has no parameter of that name, or what it calls so is a constant or GL state.
    pub fn set_parameter(&mut self, stage: Stage, name: &str, value: [f32; 4]) -> Result<(), CanvasError> {
        let unknown = || CanvasError::Name(name.to_owned());
        let program = self.place(stage)?.as_ref().ok_or(CanvasError::NoProgram)?;
        let program = program.kernel.program();
        let (base, element) = match name.strip_suffix(']').and_then(|name| name.split_once('[')) {
            Some((base, element)) => (base, element.parse().map_err(|_| unknown())?),
            None => (name, 0),
        };
        match base {
            "program.local" => return self.set_local(stage, element, value),
            "program.env" => return self.set_environment(stage, element, value),
            _ => {}
        }
        let named = program
            .declared()
            .iter()
            .find(|declared| declared.file == File::Parameter && declared.name == base)
            .ok_or_else(unknown)?;
        if element >= named.length.unwrap_or(1) as usize {
            return Err(unknown());
        }
        let parameter = program.parameters().get(named.first as usize + element);
        match parameter.map(|parameter| parameter.source) {
            Some(ParameterSource::Binding(Binding {
                family: Family::ProgramLocal,
                index,
            })) => self.set_local(stage, index[0] as usize, value),
            Some(ParameterSource::Binding(Binding {
                family: Family::ProgramEnv,
                index,
            })) => self.set_environment(stage, index[0] as usize, value),
            _ => Err(unknown()),
        }
    }
}

fn set(values: &mut Vec<[f32; 4]>, index: usize, value: [f32; 4], most: usize) -> Result<(), CanvasError> {
    if index >= most {
        return Err(CanvasError::Index { number: index, most });
    }
    if values.len() <= index {
        values.resize(index + 1, [0.0; 4]);
    }
    values[index] = value;
    Ok(())
}
