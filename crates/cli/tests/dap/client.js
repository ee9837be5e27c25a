// Debugs programs as VS Code does: with the client that its own adapters are tested with. Arguments: the binary, and a
// folder for programs. Expected values are worked out by hand from the programs.
'use strict';
const assert = require('node:assert');
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { DebugClient } = require('@vscode/debugadapter-testsupport');
const { record, mistyped } = require('./types.js');

const [binary, folder] = process.argv.slice(2);

const write = (name, lines) => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, lines.join('\n') + '\n');
    return file;
};

// Line 3 has a MUL by 2, line 4 a comment, line 5 an ADD.
const sum = write('sum.vp', [
    '!!ARBvp1.0',
    'TEMP a, b;',
    'MUL a, vertex.position, 2.0;',
    '# nothing is here',
    'ADD b, a, vertex.color;',
    'MOV result.position, b;',
    'MOV result.color, a;',
    'END',
]);
const inputs = ['--attrib', 'position=1,2,3,1', '--attrib', 'color=0.5,0.25,0,1'];

// Without an end but for its budget.
const endless = write('endless.vp', [
    '!!NVvp4.0',
    'TEMP t, u;',
    'MOV t, 0;',
    'REP;',
    '  ADD t, t, 1.0;',
    '  SLT.CC u.x, t.x, 0.0;',
    '  BRK (NE.x);',
    'ENDREP;',
    'MOV result.position, t;',
    'END',
]);

const wrong = write('wrong.vp', ['!!ARBvp1.0', 'MOV result.position, nothing;', 'END']);

const qpu = write('add.qasm', [
    'mov r0, 2',
    'nop',
    'add r1, r0, r0',
    'nop ; nop ; thrend',
    'nop',
    'nop',
]);

// Red and green below, blue and white above.
const scene = write('rgbw.shader_test', [
    '[fragment program]',
    '!!ARBfp1.0',
    'TEX result.color, fragment.texcoord[0], texture[0], 2D;',
    'END',
    '[test]',
    'clear',
    'texture rgbw 0 (2, 2)',
    'draw rect tex -1 -1 2 2 0 0 1 1',
]);

async function client(run) {
    const dc = record(new DebugClient(binary, 'dap', 'quadrille'));
    dc.defaultTimeout = 60000;
    await dc.start();
    try {
        await run(dc);
    } finally {
        await dc.stop();
    }
}

const where = async (dc, thread = 1) => {
    const { body } = await dc.stackTraceRequest({ threadId: thread });
    return body.stackFrames[0].line;
};

const value = async (dc, expression, frameId = 0) => {
    const { body } = await dc.evaluateRequest({ expression, frameId, context: 'watch' });
    return body.result;
};

/** Sends a request and waits for the event that the run stands again. */
const stopped = async (dc, request) => {
    const [event] = await Promise.all([dc.waitForEvent('stopped'), request]);
    return event.body;
};

const scenarios = {
    async 'a breakpoint is hit'() {
        await client(async (dc) => {
            await dc.hitBreakpoint({ program: sum, args: inputs }, { path: sum, line: 5 });
            assert.equal(await value(dc, 'a'), '(2, 4, 6, 2)');
        });
    },

    async 'a breakpoint on a line without code moves to the next that has some'() {
        await client(async (dc) => {
            const expected = { path: sum, line: 5, verified: true };
            await dc.hitBreakpoint({ program: sum, args: inputs }, { path: sum, line: 4 }, expected, expected);
        });
        await client(async (dc) => {
            await Promise.all([dc.waitForEvent('initialized'), dc.launch({ program: sum, args: inputs })]);
            const set = await dc.setBreakpointsRequest({ source: { path: sum }, breakpoints: [{ line: 80 }] });
            assert.equal(set.body.breakpoints[0].verified, false);
            const other = await dc.setBreakpointsRequest({ source: { path: '/no.vp' }, breakpoints: [{ line: 3 }] });
            assert.equal(other.body.breakpoints[0].verified, false);
        });
    },

    async 'steps go forwards and back'() {
        await client(async (dc) => {
            const launch = { program: sum, args: inputs, stopOnEntry: true };
            await Promise.all([
                dc.configurationSequence(),
                dc.launch(launch),
                dc.assertStoppedLocation('entry', { path: sum, line: 3 }),
            ]);
            await stopped(dc, dc.nextRequest({ threadId: 1 }));
            assert.equal(await where(dc), 5);
            await stopped(dc, dc.stepInRequest({ threadId: 1 }));
            assert.equal(await value(dc, 'b'), '(2.5, 4.25, 6, 3)');
            await stopped(dc, dc.stepBackRequest({ threadId: 1 }));
            assert.equal(await where(dc), 5);
            assert.equal(await value(dc, 'b'), '(0, 0, 0, 0)');
            const beginning = await stopped(dc, dc.reverseContinueRequest({ threadId: 1 }));
            assert.equal(beginning.description, 'this is the beginning');
            // At the end it stands, so that one can go back; from there on it is over.
            const end = await stopped(dc, dc.continueRequest({ threadId: 1 }));
            assert.equal(end.description, 'the program has ended');
            assert.equal(await value(dc, 'result.position.y'), '4.25');
            await Promise.all([dc.waitForEvent('terminated'), dc.continueRequest({ threadId: 1 })]);
        });
    },

    async 'variables are registers with components'() {
        await client(async (dc) => {
            await dc.hitBreakpoint({ program: sum, args: inputs }, { path: sum, line: 6 });
            const { body: threads } = await dc.threadsRequest();
            assert.deepEqual(threads.threads.map((thread) => thread.name), ['lane 0 (next)']);
            const { body } = await dc.scopesRequest({ frameId: 0 });
            const scope = body.scopes.find((scope) => scope.name === 'Temporaries');
            const registers = await dc.variablesRequest({ variablesReference: scope.variablesReference });
            const b = registers.body.variables.find((variable) => variable.name === 'b');
            assert.equal(b.value, '(2.5, 4.25, 6, 3)');
            const parts = await dc.variablesRequest({ variablesReference: b.variablesReference });
            assert.deepEqual(parts.body.variables.map((part) => [part.name, part.value]),
                [['x', '2.5'], ['y', '4.25'], ['z', '6'], ['w', '3']]);
            const info = await dc.dataBreakpointInfoRequest({ variablesReference: b.variablesReference, name: 'y' });
            assert.equal(info.body.dataId, 'b.y');
            const hover = dc.evaluateRequest({ expression: 'nothing', frameId: 0, context: 'hover' });
            await assert.rejects(hover, /no register/);
        });
    },

    async 'textures are texels'() {
        await client(async (dc) => {
            const launch = { program: scene, args: ['--pixel', '1,1'], stopOnEntry: true };
            await Promise.all([dc.configurationSequence(), dc.launch(launch), dc.waitForEvent('stopped')]);
            const { body } = await dc.scopesRequest({ frameId: 0 });
            const children = async (reference) =>
                (await dc.variablesRequest({ variablesReference: reference })).body.variables;
            const textures = await children(body.scopes.find((one) => one.name === 'Textures').variablesReference);
            assert.deepEqual(textures.map((one) => [one.name, one.value]), [['texture[0]', '2D, RGBA8']]);
            const levels = await children(textures[0].variablesReference);
            assert.deepEqual(levels.map((one) => [one.name, one.value]), [['level 0', '2 × 2']]);
            const rows = await children(levels[0].variablesReference);
            const upper = await children(rows[1].variablesReference);
            assert.deepEqual(upper.map((one) => one.value), ['(0, 0, 1, 1)', '(1, 1, 1, 1)']);
        });
    },

    async 'conditions and data breakpoints stop'() {
        await client(async (dc) => {
            const launch = { program: endless, args: ['--budget', '100000'], stopOnEntry: true };
            await Promise.all([dc.configurationSequence(), dc.launch(launch), dc.waitForEvent('stopped')]);
            await dc.setBreakpointsRequest({
                source: { path: endless },
                breakpoints: [{ line: 5, condition: 't.x == 7' }],
            });
            const hit = await stopped(dc, dc.continueRequest({ threadId: 1 }));
            assert.equal(hit.reason, 'breakpoint');
            assert.equal(await value(dc, 't.x'), '7');
            await dc.setBreakpointsRequest({ source: { path: endless }, breakpoints: [{ line: 5, hitCondition: '3' }] });
            await stopped(dc, dc.continueRequest({ threadId: 1 }));
            assert.equal(await value(dc, 't.x'), '10');
            await dc.setBreakpointsRequest({ source: { path: endless }, breakpoints: [] });
            await dc.setDataBreakpointsRequest({ breakpoints: [{ dataId: 't.y', condition: 't.y > 20' }] });
            const data = await stopped(dc, dc.continueRequest({ threadId: 1 }));
            assert.equal(data.reason, 'data breakpoint');
            assert.equal(await value(dc, 't.y'), '21');
            // Back to in front of the step that wrote it: the condition holds for later ones only.
            await dc.setDataBreakpointsRequest({ breakpoints: [{ dataId: 't.y', condition: 't.y == 4' }] });
            await stopped(dc, dc.reverseContinueRequest({ threadId: 1 }));
            assert.equal(await value(dc, 't.y'), '3');
        });
    },

    async 'a program without an end is paused, and ends by its budget'() {
        await client(async (dc) => {
            const launch = { program: endless, args: ['--budget', '18446744073709551615'] };
            await Promise.all([dc.configurationSequence(), dc.launch(launch)]);
            // It runs. Meanwhile the threads may be asked for.
            const paused = await stopped(dc, dc.pauseRequest({ threadId: 1 }));
            assert.equal(paused.reason, 'pause');
            const line = await where(dc);
            assert.ok(line >= 3 && line <= 8, `line ${line}`);
        });
        await client(async (dc) => {
            const [, , event] = await Promise.all([
                dc.configurationSequence(),
                dc.launch({ program: endless, args: ['--budget', '1000'] }),
                dc.waitForEvent('stopped'),
            ]);
            assert.equal(event.body.reason, 'exception');
            const [exited] = await Promise.all([dc.waitForEvent('exited'), dc.continueRequest({ threadId: 1 })]);
            assert.equal(exited.body.exitCode, 1);
        });
    },

    async 'without debugging it runs to its end'() {
        await client(async (dc) => {
            await Promise.all([
                dc.configurationSequence(),
                dc.launch({ program: sum, args: inputs, noDebug: true }),
                dc.assertOutput('stdout', 'result.position = (2.5, 4.25, 6, 3)'),
                dc.waitForEvent('terminated'),
            ]);
        });
    },

    async 'what cannot be launched is said'() {
        await client(async (dc) => {
            await assert.rejects(dc.launch({ program: wrong }), /not accepted/);
        });
        await client(async (dc) => {
            await assert.rejects(dc.launch({ program: path.join(folder, 'missing.vp') }), /missing\.vp/);
        });
        await client(async (dc) => {
            await assert.rejects(dc.launch({ program: sum, args: ['--attrib', 'nothing=1'] }), /nothing/);
        });
        await client(async (dc) => {
            await assert.rejects(dc.threadsRequest(), /nothing was launched/);
            await assert.rejects(dc.customRequest('fly'), /nothing was launched/);
        });
    },

    async 'what is not there is answered'() {
        await client(async (dc) => {
            await dc.hitBreakpoint({ program: sum, args: inputs }, { path: sum, line: 6 });
            await assert.rejects(dc.stackTraceRequest({ threadId: 999 }), /no thread 999/);
            const frames = await dc.stackTraceRequest({ threadId: 1 });
            await dc.scopesRequest({ frameId: frames.body.stackFrames[0].id });
            await dc.scopesRequest({ frameId: -5 });
            const none = await dc.variablesRequest({ variablesReference: 1e9 });
            assert.deepEqual(none.body.variables, []);
            await dc.disassembleRequest({ memoryReference: 'x', instructionOffset: -1e15, instructionCount: 1e9 });
            await assert.rejects(dc.customRequest('readMemory', { memoryReference: 'no', count: 4 }), /no memory/);
            await assert.rejects(dc.customRequest('fly', {}), /not known/);
            const set = await dc.setBreakpointsRequest({
                source: { path: sum }, breakpoints: [{ line: 6, condition: 'a.x >' }],
            });
            assert.equal(set.body.breakpoints[0].verified, false);
        });
    },

    async 'commands may be typed'() {
        await client(async (dc) => {
            await dc.hitBreakpoint({ program: sum, args: inputs }, { path: sum, line: 6 });
            await Promise.all([
                dc.assertOutput('console', 'b was written in step 2: (0, 0, 0, 0) became (2.5, 4.25, 6, 3)'),
                dc.waitForEvent('stopped'),
                dc.evaluateRequest({ expression: 'last b', context: 'repl', frameId: 0 }),
            ]);
            assert.equal(await where(dc), 5);
        });
    },

    async 'QPU programs are debugged'() {
        await client(async (dc) => {
            await dc.hitBreakpoint({ program: qpu, args: [] }, { path: qpu, line: 4 });
            assert.equal(await value(dc, 'r1:s'), '4 *16');
            const { body } = await dc.disassembleRequest({
                memoryReference: '2', instructionOffset: 0, instructionCount: 1,
            });
            assert.match(body.instructions[0].instruction, /add r1, r0, r0/);
        });
    },

    async 'a client that goes ends the adapter'() {
        for (const how of ['close', 'disconnect']) {
            const adapter = spawn(binary, ['dap'], { stdio: ['pipe', 'pipe', 'inherit'] });
            const ended = new Promise((resolve) => adapter.on('exit', resolve));
            adapter.stdout.resume();
            let seq = 0;
            const send = (command, args) => {
                const text = JSON.stringify({ seq: ++seq, type: 'request', command, arguments: args });
                adapter.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
            };
            send('initialize', {});
            send('launch', { program: endless, args: ['--budget', '18446744073709551615'] });
            send('configurationDone', {});
            await new Promise((resolve) => setTimeout(resolve, 300));
            // In the middle of the run.
            if (how === 'disconnect') {
                send('disconnect', {});
            }
            adapter.stdin.end();
            assert.equal(await ended, 0, how);
        }
    },
};

scenarios['all that was said has the types of the protocol'] = async () => {
    assert.equal(mistyped(folder), '');
};

(async () => {
    for (const [name, run] of Object.entries(scenarios)) {
        try {
            await run();
            console.log(`ok: ${name}`);
        } catch (error) {
            console.log(`failed: ${name}: ${error.stack || error}`);
            process.exitCode = 1;
        }
    }
})();
