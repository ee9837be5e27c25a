//! Requests: which method asks what of a document.

use std::sync::Arc;

use lsp_server::{ErrorCode, ResponseError};
use lsp_types::request::{
    CodeActionRequest, Completion, DocumentHighlightRequest, DocumentSymbolRequest, Formatting,
    GotoDefinition, HoverRequest, InlayHintRequest, PrepareRenameRequest, References, Rename, Request,
    SemanticTokensFullRequest, SemanticTokensRangeRequest,
};
use lsp_types::{
    CodeActionOrCommand, CompletionList, CompletionResponse, DocumentSymbolResponse, GotoDefinitionResponse,
    PrepareRenameResponse, SemanticTokensRangeResult, SemanticTokensResult,
};
use serde_json::Value;

use super::error;
use crate::document::Document;
use crate::feature::{action, completion, format, hover, inlay, navigate, outline, tokens};

/// What a request comes to.
pub(super) type Answer = Result<Value, ResponseError>;

/// The work of a request.
pub(super) type Job = Box<dyn FnOnce() -> Answer + Send>;

/// The name of the document that parameters are about.
pub(super) fn document(params: &Value) -> Option<String> {
    let uri = params.get("textDocument")?.get("uri")?.as_str()?;
    // As documents are kept: with what the type of names makes of it.
    let uri: lsp_types::Uri = uri.parse().ok()?;
    Some(uri.as_str().to_owned())
}

/// The work that a request asks for.
pub(super) fn job(
    method: &str,
    params: Value,
    document: Option<Arc<Document>>,
) -> Result<Job, ResponseError> {
    let asked = Asked { params, document };
    match method {
        HoverRequest::METHOD => asked.job::<HoverRequest>(|document, params| {
            let at = params.text_document_position_params.position;
            Ok(hover::hover(document, document.text().offset(at)))
        }),
        Completion::METHOD => asked.job::<Completion>(|document, params| {
            let at = params.text_document_position.position;
            let items = completion::complete(document, document.text().offset(at));
            // What is offered depends on what is typed: suffixes of opcodes come once the opcode is whole.
            Ok(Some(CompletionResponse::List(CompletionList {
                is_incomplete: true,
                items,
            })))
        }),
        GotoDefinition::METHOD => asked.job::<GotoDefinition>(|document, params| {
            let at = params.text_document_position_params.position;
            let found = navigate::definition(document, document.text().offset(at));
            Ok(found.map(GotoDefinitionResponse::Scalar))
        }),
        References::METHOD => asked.job::<References>(|document, params| {
            let at = params.text_document_position.position;
            let declaration = params.context.include_declaration;
            Ok(Some(navigate::references(
                document,
                document.text().offset(at),
                declaration,
            )))
        }),
        DocumentHighlightRequest::METHOD => asked.job::<DocumentHighlightRequest>(|document, params| {
            let at = params.text_document_position_params.position;
            Ok(Some(navigate::highlights(document, document.text().offset(at))))
        }),
        PrepareRenameRequest::METHOD => asked.job::<PrepareRenameRequest>(|document, params| {
            let found = navigate::renameable(document, document.text().offset(params.position));
            Ok(found.map(PrepareRenameResponse::Range))
        }),
        Rename::METHOD => asked.job::<Rename>(|document, params| {
            let at = document.text().offset(params.text_document_position.position);
            let edit = navigate::rename(document, at, &params.new_name);
            edit.map(Some)
                .map_err(|why| error(ErrorCode::InvalidParams, why.to_string()))
        }),
        DocumentSymbolRequest::METHOD => asked.job::<DocumentSymbolRequest>(|document, _| {
            Ok(Some(DocumentSymbolResponse::Nested(outline::outline(document))))
        }),
        Formatting::METHOD => {
            asked.job::<Formatting>(|document, _| Ok(Some(format::format_document(document))))
        }
        CodeActionRequest::METHOD => asked.job::<CodeActionRequest>(|document, params| {
            let span = document.text().span(params.range);
            let found = action::actions(document, span, params.context.only.as_deref());
            let found = found.into_iter().map(CodeActionOrCommand::CodeAction);
            Ok(Some(found.collect()))
        }),
        SemanticTokensFullRequest::METHOD => asked.job::<SemanticTokensFullRequest>(|document, _| {
            Ok(Some(SemanticTokensResult::Tokens(tokens::tokens(document, None))))
        }),
        SemanticTokensRangeRequest::METHOD => asked.job::<SemanticTokensRangeRequest>(|document, params| {
            let span = document.text().span(params.range);
            let found = tokens::tokens(document, Some(span));
            Ok(Some(SemanticTokensRangeResult::Tokens(found)))
        }),
        InlayHintRequest::METHOD => asked.job::<InlayHintRequest>(|document, params| {
            let span = document.text().span(params.range);
            Ok(Some(inlay::inlay_hints(document, span)))
        }),
        _ => Err(error(
            ErrorCode::MethodNotFound,
            format!("there is no method `{method}`"),
        )),
    }
}

/// A request that was read so far as to find its document.
struct Asked {
    params: Value,
    document: Option<Arc<Document>>,
}

impl Asked {
    fn job<R>(
        self,
        answer: fn(&Document, R::Params) -> Result<R::Result, ResponseError>,
    ) -> Result<Job, ResponseError>
    where
        R: Request + 'static,
        R::Params: Send,
    {
        let params: R::Params = serde_json::from_value(self.params)
            .map_err(|why| error(ErrorCode::InvalidParams, why.to_string()))?;
        let document = self
            .document
            .ok_or_else(|| error(ErrorCode::InvalidParams, "the document is not open"))?;
        Ok(Box::new(move || {
            let result = answer(&document, params)?;
            serde_json::to_value(result).map_err(|why| error(ErrorCode::InternalError, why.to_string()))
        }))
    }
}
