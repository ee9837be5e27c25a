// Holds what the adapter says to the types of the protocol, which Microsoft makes of its schema: messages become literals
// of a TypeScript file, in which a compiler misses what is missing and finds what is too much.
'use strict';
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const messages = new Map();

const capital = (name) => name[0].toUpperCase() + name.slice(1);

/** The name of a message's type. */
const typeOf = (message) => {
    if (message.type === 'event') return `${capital(message.event)}Event`;
    return message.success ? `${capital(message.command)}Response` : 'ErrorResponse';
};

/** Notes all that comes to a client. */
exports.record = (client) => {
    const dispatch = client.dispatch.bind(client);
    client.dispatch = (body) => {
        const type = typeOf(JSON.parse(body));
        if (!messages.has(type)) messages.set(type, new Set());
        messages.get(type).add(body);
        return dispatch(body);
    };
    return client;
};

/** Messages of a type that are looked at: most differ in numbers alone. */
const MOST = 200;

/** What the compiler finds wrong with them; nothing if all is right. */
exports.mistyped = (folder) => {
    const protocol = require.resolve('@vscode/debugprotocol').replace(/\.js$/, '');
    const lines = [`import { DebugProtocol } from ${JSON.stringify(protocol)};`];
    for (const [type, bodies] of messages) {
        [...bodies].slice(0, MOST).forEach((body, number) => {
            lines.push(`export const ${type}${number}: DebugProtocol.${type} = ${body};`);
        });
    }
    if (messages.size < 20) return `only ${messages.size} types were seen`;
    const file = path.join(folder, 'messages.ts');
    fs.writeFileSync(file, lines.join('\n'));
    const compiler = path.join(__dirname, 'node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022', file];
    const { stdout, stderr } = spawnSync(process.execPath, [compiler, ...options], { encoding: 'utf8' });
    return stdout + stderr;
};
