//! `quadrille serve`: gives the page to a browser of this machine, with the headers that threads of WebAssembly need.

mod answer;

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use crate::error::Error;
use crate::files;
use answer::{Answer, answer};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder with the page, as `cargo xtask web` builds it.
    #[arg(default_value = "target/web/page")]
    folder: PathBuf,
    /// The port; with 0 the system chooses one that is free.
    #[arg(long, default_value_t = 8000)]
    port: u16,
}

/// The page is not served.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ServeError {
    #[error("{} has no index.html; `cargo xtask web` builds the page into target/web/page", .0.display())]
    NoPage(PathBuf),
    #[error("port {port} of 127.0.0.1: {error}")]
    Port {
        port: u16,
        #[source]
        error: io::Error,
    },
}

/// The most bytes of a request that are read: browsers of this machine send less.
const MOST_REQUEST: u64 = 16 << 10;
/// Connections that are answered at one time; those beyond are closed.
const MOST_CONNECTIONS: usize = 64;
/// How long a connection may say or take nothing.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) fn run(args: &Args) -> Result<ExitCode, Error> {
    let pages = files::served(&args.folder)?;
    if !pages.contains_key("index.html") {
        return Err(ServeError::NoPage(args.folder.clone()).into());
    }
    let port = |error| ServeError::Port {
        port: args.port,
        error,
    };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)).map_err(port)?;
    let address = listener.local_addr().map_err(port)?;
    println!("http://{address}/");
    eprintln!(
        "quadrille: serving {} to this machine, until Ctrl-C",
        args.folder.display()
    );
    let (pages, open) = (Arc::new(pages), Arc::new(AtomicUsize::new(0)));
    for stream in listener.incoming() {
        let Ok(stream) = stream else { continue };
        if open.fetch_add(1, Ordering::Relaxed) >= MOST_CONNECTIONS {
            open.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        let (pages, open) = (pages.clone(), open.clone());
        thread::spawn(move || {
            // A browser that goes away is no error of ours.
            let _ = connection(stream, &pages);
            open.fetch_sub(1, Ordering::Relaxed);
        });
    }
    Ok(ExitCode::SUCCESS)
}

/// Answers the one request of a connection.
fn connection(mut stream: TcpStream, pages: &BTreeMap<String, Vec<u8>>) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let head = head(stream.try_clone()?)?;
    let Answer { head, body } = answer(&head, pages);
    stream.write_all(head.as_bytes())?;
    stream.write_all(body)?;
    stream.flush()
}

/// The lines of a request up to the empty one.
fn head(stream: impl Read) -> io::Result<String> {
    let mut stream = BufReader::new(stream).take(MOST_REQUEST);
    let mut head = Vec::new();
    while !head.ends_with(b"\n\r\n") && !head.ends_with(b"\n\n") {
        if stream.read_until(b'\n', &mut head)? == 0 {
            break;
        }
    }
    Ok(String::from_utf8_lossy(&head).into_owned())
}
