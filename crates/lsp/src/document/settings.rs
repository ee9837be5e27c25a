//! How documents are judged: what the command line has as options, as an editor's settings.

use std::collections::BTreeMap;

use quadrille::{Dialect, Limits, Macros, Options};
use quadrille_gf3::word::Numbering;
use quadrille_vc4::asm::Dialect as AssemblerDialect;
use serde::Deserialize;

/// The settings, as an editor sends them: the value of `quadrille`, or what `initializationOptions` has.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Settings {
    /// `--dialect`: `strict`, `nvidia`, `apple`, `mesa`.
    pub dialect: DialectName,
    /// `--limits`: the name of a preset; `desktop` if it is empty.
    pub limits: String,
    /// `--limit NAME=VALUE`, each.
    pub limit: BTreeMap<String, u32>,
    /// `--preprocess`.
    pub preprocess: bool,
    /// `--define NAME=VALUE`, each; programs are preprocessed then.
    pub define: BTreeMap<String, String>,
    /// `--no-advice`.
    pub no_advice: bool,
    /// `--numbering` of `quadrille gf3`: `nv2a` or `gl`.
    pub numbering: NumberingName,
    /// `--dialect` of `quadrille qpu`: `broadcom`, `vc4asm`, `early-vc4asm`.
    pub qpu_dialect: AssemblerDialectName,
    /// Whether headers show what their programs take of each resource.
    pub no_inlay_hints: bool,
}

/// Whose habits are admitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DialectName {
    /// Nobody's.
    #[default]
    Strict,
    /// NVIDIA's.
    Nvidia,
    /// Apple's.
    Apple,
    /// Mesa's.
    Mesa,
}

/// Whose names machine text has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NumberingName {
    /// The NV2A's.
    #[default]
    Nv2a,
    /// NV_vertex_program's.
    Gl,
}

/// Whose choices the assembler makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AssemblerDialectName {
    /// Broadcom's.
    #[default]
    Broadcom,
    /// vc4asm's.
    Vc4asm,
    /// Those of vc4asm's first versions.
    EarlyVc4asm,
}

/// A setting that means nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SettingsError {
    /// The value has another form.
    #[error("settings of quadrille: {0}")]
    Form(String),
    /// No preset has the name.
    #[error("there is no set of limits named `{0}`")]
    Limits(String),
    /// No limit has the name.
    #[error("there is no limit named `{0}`")]
    Limit(String),
    /// A macro cannot be defined so.
    #[error("{0}")]
    Define(String),
}

impl Settings {
    /// Reads settings; what is not there is as the command line has it without options.
    ///
    /// # Errors
    ///
    /// They have another form, or name what there is not.
    pub fn read(value: serde_json::Value) -> Result<Settings, SettingsError> {
        // Editors send the whole of their settings, the section, or nothing.
        let value = match value {
            serde_json::Value::Null => return Ok(Settings::default()),
            serde_json::Value::Object(mut all) => all.remove("quadrille").unwrap_or(all.into()),
            other => other,
        };
        if value.is_null() {
            return Ok(Settings::default());
        }
        let settings: Settings =
            serde_json::from_value(value).map_err(|error| SettingsError::Form(error.to_string()))?;
        settings.options()?;
        Ok(settings)
    }

    /// The options of the checker.
    ///
    /// # Errors
    ///
    /// A limit or a macro is none.
    pub fn options(&self) -> Result<Options, SettingsError> {
        let mut limits = match self.limits.as_str() {
            "" => Limits::default(),
            name => Limits::preset(name).ok_or_else(|| SettingsError::Limits(name.to_owned()))?,
        };
        for (name, value) in &self.limit {
            if !limits.set(name, *value) {
                return Err(SettingsError::Limit(name.clone()));
            }
        }
        let mut macros = Macros::new();
        for (name, value) in &self.define {
            macros
                .define(name, value)
                .map_err(|error| SettingsError::Define(error.to_string()))?;
        }
        Ok(Options {
            limits,
            dialect: match self.dialect {
                DialectName::Strict => Dialect::Strict,
                DialectName::Nvidia => Dialect::Nvidia,
                DialectName::Apple => Dialect::Apple,
                DialectName::Mesa => Dialect::Mesa,
            },
            preprocess: (self.preprocess || !self.define.is_empty()).then_some(macros),
            ..Options::default()
        })
    }

    /// The numbering of machine text.
    pub(crate) fn numbering(&self) -> Numbering {
        match self.numbering {
            NumberingName::Nv2a => Numbering::Nv2a,
            NumberingName::Gl => Numbering::NvVertexProgram,
        }
    }

    /// The dialect of the QPU assembler.
    pub(crate) fn qpu_dialect(&self) -> AssemblerDialect {
        match self.qpu_dialect {
            AssemblerDialectName::Broadcom => AssemblerDialect::Broadcom,
            AssemblerDialectName::Vc4asm => AssemblerDialect::Vc4asm,
            AssemblerDialectName::EarlyVc4asm => AssemblerDialect::EarlyVc4asm,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_come_whole_as_a_section_or_not_at_all() {
        let mesa = Settings {
            dialect: DialectName::Mesa,
            ..Settings::default()
        };
        assert_eq!(Settings::read(json!(null)), Ok(Settings::default()));
        assert_eq!(Settings::read(json!({"dialect": "mesa"})), Ok(mesa.clone()));
        assert_eq!(
            Settings::read(json!({"quadrille": {"dialect": "mesa"}})),
            Ok(mesa)
        );
        assert_eq!(
            Settings::read(json!({"quadrille": null})),
            Ok(Settings::default())
        );
        assert_eq!(
            Settings::read(json!({"limits": "huge"})),
            Err(SettingsError::Limits("huge".to_owned()))
        );
        assert!(Settings::read(json!({"dialekt": "mesa"})).is_err());
        assert!(Settings::read(json!({"limit": {"temporaries": 1}})).is_err());
    }
}
