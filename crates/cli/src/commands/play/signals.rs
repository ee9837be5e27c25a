//! Signals that this process gets for the program that it started.

use std::io;
use std::process::{Child, ExitStatus};
use std::thread;

use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{Id, WaitPidFlag, waitid};
use nix::unistd::Pid;
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGWINCH};
use signal_hook::iterator::SignalsInfo;
use signal_hook::iterator::exfiltrator::raw::WithRawSiginfo;

/// Those that are handed on. What cannot be caught ends this process alone.
const HANDED_ON: [i32; 8] = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGCONT, SIGWINCH,
];

/// Signals that are caught.
pub(super) struct Forwarded(SignalsInfo<WithRawSiginfo>);

impl Forwarded {
    /// Catches them from here on.
    pub(super) fn take() -> io::Result<Forwarded> {
        SignalsInfo::new(HANDED_ON).map(Forwarded)
    }

    /// Hands them to a process until it ends.
    pub(super) fn wait(mut self, child: &mut Child) -> io::Result<ExitStatus> {
        let process = Pid::from_raw(child.id().cast_signed());
        let handle = self.0.handle();
        let forwarding = thread::spawn(move || {
            for caught in self.0.forever() {
                // What the terminal or the kernel sends (a positive code) reaches the whole group, so the program too.
                if caught.si_code <= 0
                    && let Ok(signal) = Signal::try_from(caught.si_signo)
                {
                    let _ = kill(process, signal);
                }
            }
        });
        // The number is the process's until it is waited for, and no longer.
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT;
        while waitid(Id::Pid(process), flags) == Err(nix::errno::Errno::EINTR) {}
        handle.close();
        let _ = forwarding.join();
        child.wait()
    }
}
