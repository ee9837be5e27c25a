//! `quadrille dap`: the Debug Adapter Protocol on standard input and output.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use quadrille_debug::Interpreter;
use quadrille_debug::dap::protocol::{self, ReadError, Request};
use quadrille_debug::dap::{Gone, Launch, Requests, Server, Unopened};

use super::debug::open;
use crate::error::Error;

#[derive(clap::Args)]
pub(crate) struct Args {}

/// Requests that a thread reads from standard input.
struct Incoming(Receiver<Request>);

impl Requests for Incoming {
    fn wait(&mut self) -> Option<Request> {
        self.0.recv().ok()
    }

    fn poll(&mut self) -> Result<Option<Request>, Gone> {
        match self.0.try_recv() {
            Ok(request) => Ok(Some(request)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(Gone),
        }
    }
}

pub(crate) fn run(_: &Args) -> Result<ExitCode, Error> {
    let (sender, receiver) = channel();
    // It ends with the process: nothing wakes it while it waits for a client.
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            match protocol::read(&mut input) {
                Ok(Some(request)) => {
                    if sender.send(request).is_err() {
                        break;
                    }
                }
                Err(ReadError::Request(error)) => eprintln!("quadrille: a message is no request: {error}"),
                Ok(None) | Err(ReadError::Pipe(_) | ReadError::Header) => break,
            }
        }
    });
    let mut launch = |launch: &Launch| launched(launch).map_err(|error| Unopened(error.to_string()));
    let served = Server::new(Incoming(receiver), io::stdout().lock(), &mut launch).serve();
    // A client that has gone wants no answer.
    Ok(ExitCode::from(u8::from(served.is_err())))
}

/// Opens what a client launches.
fn launched(launch: &Launch) -> Result<Interpreter<'static>, Error> {
    let options: Vec<OsString> = launch.args.iter().map(OsString::from).collect();
    open(Path::new(&launch.program), &options)
}
