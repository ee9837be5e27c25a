// Starts `quadrille lsp` for the four languages and hands it the settings. Everything else the server does.
"use strict";

const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const LANGUAGES = ["quadrille-assembly", "quadrille-scene", "quadrille-gf3", "quadrille-qpu"];

let client;

/** The settings as the server has them: without those of the extension itself. */
function settings() {
  const { command, ...own } = workspace.getConfiguration().get("quadrille", {});
  return own;
}

async function start() {
  const command = workspace.getConfiguration("quadrille").get("command", "quadrille");
  client = new LanguageClient(
    "quadrille",
    "Quadrille",
    { command, args: ["lsp"] },
    {
      documentSelector: LANGUAGES.map((language) => ({ language })),
      initializationOptions: settings(),
    },
  );
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    window.showErrorMessage(`${command} does not start: ${error.message}. Is the setting quadrille.command right?`);
  }
}

async function stop() {
  await client?.stop();
  client = undefined;
}

exports.activate = async (context) => {
  context.subscriptions.push(
    commands.registerCommand("quadrille.restart", async () => {
      await stop();
      await start();
    }),
    workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("quadrille.command")) {
        await stop();
        await start();
      } else if (change.affectsConfiguration("quadrille")) {
        await client?.sendNotification("workspace/didChangeConfiguration", { settings: { quadrille: settings() } });
      }
    }),
  );
  await start();
};

exports.deactivate = stop;
