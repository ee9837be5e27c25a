//! The protocol (LSP 3.17) over a connection: messages in, the documents that they make, answers out.
//!
//! One thread reads messages and keeps the documents; others answer requests, each about the document as it was when
//! the request came, and one judges what changed. A request that is cancelled is answered at once; what comes of it is
//! thrown away.

mod capabilities;
mod judge;
mod requests;
mod stdio;
mod workers;

use std::sync::Arc;
use std::thread;

use crossbeam_channel::{Sender, unbounded};
use lsp_server::{
    Connection, ErrorCode, Message, Notification, ProtocolError, Request, RequestId, Response, ResponseError,
};
use lsp_types::notification::{
    Cancel, DidChangeConfiguration, DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Exit,
    Notification as Notice, ShowMessage,
};
use lsp_types::request::{Request as _, Shutdown};
use lsp_types::{
    CancelParams, DidChangeConfigurationParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, InitializeParams, MessageType, NumberOrString, ShowMessageParams,
};
use serde::de::DeserializeOwned;

use crate::document::{Document, Includes, Session, Settings};
use judge::Judge;
use workers::Workers;

/// Why a session ended otherwise than it should.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The client broke the protocol.
    #[error(transparent)]
    Protocol(#[from] ProtocolError),
    /// The parameters of `initialize` have another form.
    #[error("initialize: {0}")]
    Initialize(#[source] serde_json::Error),
    /// The client said `exit` before `shutdown`.
    #[error("the client left without a shutdown")]
    ExitWithoutShutdown,
    /// Standard input or output failed.
    #[error(transparent)]
    Stream(#[from] std::io::Error),
    /// The client is gone.
    #[error("the client is gone")]
    Gone,
}

/// Serves a client on standard input and output until it leaves.
///
/// # Errors
///
/// The client broke the protocol, or left without saying so.
pub fn stdio(version: &str, includes: Arc<dyn Includes>) -> Result<(), ServerError> {
    let (connection, threads) = stdio::connection();
    let served = serve(&connection, version, includes);
    // The threads end when their channels do.
    drop(connection);
    served?;
    Ok(threads.join()?)
}

/// Serves a client over a connection until it leaves.
///
/// # Errors
///
/// The client broke the protocol, or left without saying so.
pub fn serve(connection: &Connection, version: &str, includes: Arc<dyn Includes>) -> Result<(), ServerError> {
    let (id, parameters) = connection.initialize_start()?;
    let parameters: InitializeParams = serde_json::from_value(parameters).map_err(ServerError::Initialize)?;
    let answer = serde_json::json!({
        "capabilities": capabilities::capabilities(),
        "serverInfo": { "name": "quadrille", "version": version },
    });
    connection.initialize_finish(id, answer)?;
    let mut server = Server::new(connection, includes);
    server.settings(parameters.initialization_options.unwrap_or_default());
    server.run()
}

/// The state of a session.
struct Server<'c> {
    connection: &'c Connection,
    /// Never full: a client that reads slowly keeps no document from changing.
    client: Sender<Message>,
    session: Arc<Session>,
    workers: Workers,
    /// It has the documents, as it says whether what it judged is still what the editor shows.
    judge: Judge,
}

impl<'c> Server<'c> {
    fn new(connection: &'c Connection, includes: Arc<dyn Includes>) -> Server<'c> {
        let session = Session {
            settings: Settings::default(),
            options: quadrille::Options::default(),
            includes,
        };
        let (client, messages) = unbounded();
        let stream = connection.sender.clone();
        thread::spawn(move || messages.into_iter().try_for_each(|message| stream.send(message)));
        Server {
            connection,
            session: Arc::new(session),
            workers: Workers::new(client.clone()),
            judge: Judge::new(client.clone()),
            client,
        }
    }

    fn run(&mut self) -> Result<(), ServerError> {
        for message in &self.connection.receiver {
            match message {
                Message::Request(request) if request.method == Shutdown::METHOD => {
                    self.send(Response::new_ok(request.id, ()))?;
                    return self.wait_for_exit();
                }
                Message::Request(request) => self.request(request)?,
                Message::Notification(notification) => {
                    if notification.method == Exit::METHOD {
                        return Err(ServerError::ExitWithoutShutdown);
                    }
                    self.notification(notification)?;
                }
                // Nothing is asked of the client.
                Message::Response(_) => {}
            }
        }
        // The client closed its end.
        Err(ServerError::Gone)
    }

    /// Behind `shutdown` (LSP 3.17, "Shutdown Request"): requests are refused, notifications change nothing, and `exit`
    /// is the end.
    fn wait_for_exit(&self) -> Result<(), ServerError> {
        for message in &self.connection.receiver {
            match message {
                Message::Request(Request { id, .. }) => {
                    let refused = error(ErrorCode::InvalidRequest, "the server was shut down");
                    self.answer(id, refused)?;
                }
                Message::Notification(notification) if notification.method == Exit::METHOD => return Ok(()),
                Message::Notification(_) | Message::Response(_) => {}
            }
        }
        Err(ServerError::Gone)
    }

    fn request(&mut self, request: Request) -> Result<(), ServerError> {
        let Request { id, method, params } = request;
        let uri = requests::document(&params);
        let document = uri.as_deref().and_then(|uri| self.judge.document(uri));
        match requests::job(&method, params, document) {
            Ok(job) => {
                self.workers.start(id, job);
                Ok(())
            }
            Err(error) => self.answer(id, error),
        }
    }

    fn answer(&self, id: RequestId, error: ResponseError) -> Result<(), ServerError> {
        self.send(Response {
            id,
            response_result: Err(error),
        })
    }

    fn send(&self, message: impl Into<Message>) -> Result<(), ServerError> {
        self.client.send(message.into()).map_err(|_| ServerError::Gone)
    }

    fn notification(&mut self, notification: Notification) -> Result<(), ServerError> {
        let Notification { method, params } = notification;
        match method.as_str() {
            DidOpenTextDocument::METHOD => {
                if let Some(DidOpenTextDocumentParams { text_document: new }) = self.read(&method, params)? {
                    let document = Document::new(
                        new.uri,
                        new.language_id,
                        new.version,
                        new.text,
                        self.session.clone(),
                    );
                    self.keep(document)?;
                }
            }
            DidChangeTextDocument::METHOD => {
                let read: Option<DidChangeTextDocumentParams> = self.read(&method, params)?;
                if let Some(change) = read
                    && let Some(old) = self.judge.document(change.text_document.uri.as_str())
                {
                    let edited = old.edited(change.text_document.version, change.content_changes);
                    if edited.is_err() {
                        // Of what the editor shows now nothing is known any more.
                        self.judge.close(change.text_document.uri);
                    }
                    self.keep(edited)?;
                }
            }
            DidCloseTextDocument::METHOD => {
                if let Some(DidCloseTextDocumentParams { text_document }) = self.read(&method, params)? {
                    self.judge.close(text_document.uri);
                }
            }
            DidChangeConfiguration::METHOD => {
                // Editors send all their settings, or an empty object; only those that are named here are ours.
                let read: Option<DidChangeConfigurationParams> = self.read(&method, params)?;
                if let Some(own) = read.as_ref().and_then(|read| read.settings.get("quadrille")) {
                    self.settings(own.clone());
                }
            }
            Cancel::METHOD => {
                if let Some(CancelParams { id }) = self.read(&method, params)? {
                    let id = match id {
                        NumberOrString::Number(number) => RequestId::from(number),
                        NumberOrString::String(text) => RequestId::from(text),
                    };
                    self.workers.cancel(id);
                }
            }
            // What is saved, and what the client tells of itself, changes nothing.
            _ => {}
        }
        Ok(())
    }

    /// The parameters of a notification; of a broken one the client is told.
    fn read<T: DeserializeOwned>(
        &self,
        method: &str,
        params: serde_json::Value,
    ) -> Result<Option<T>, ServerError> {
        match serde_json::from_value(params) {
            Ok(params) => Ok(Some(params)),
            Err(error) => {
                self.tell(MessageType::WARNING, format!("{method}: {error}"))?;
                Ok(None)
            }
        }
    }

    /// Keeps a document at its new state; of one that is too long its user is told.
    fn keep(&self, document: Result<Document, crate::TooLong>) -> Result<(), ServerError> {
        match document {
            Ok(document) => {
                self.judge.keep(document);
                Ok(())
            }
            Err(error) => self.tell(MessageType::ERROR, error.to_string()),
        }
    }

    /// Takes settings; where they mean nothing, those before stay.
    fn settings(&mut self, value: serde_json::Value) {
        let includes = self.session.includes.clone();
        let read = Settings::read(value).and_then(|settings| Session::new(settings, includes));
        match read {
            Ok(session) => {
                self.session = Arc::new(session);
                self.judge.under(&self.session);
            }
            Err(error) => {
                let _ = self.tell(MessageType::WARNING, error.to_string());
            }
        }
    }

    fn tell(&self, typ: MessageType, message: String) -> Result<(), ServerError> {
        self.send(Notification::new(
            ShowMessage::METHOD.to_owned(),
            ShowMessageParams { typ, message },
        ))
    }
}

/// An error of a request.
fn error(code: ErrorCode, message: impl Into<String>) -> ResponseError {
    ResponseError {
        code: code as i32,
        message: message.into(),
        data: None,
    }
}
