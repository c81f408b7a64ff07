import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startMongo } from '../../dev/mongo';
import { chooseMongo } from '../../dev/mongo-binary';

const directory = mkdtempSync(join(tmpdir(), 'mongo-choice-'));
const before = { ...process.env };
let lines: string[] = [];
const log = (line: string): void => void lines.push(line);

/** A program named mongod in a directory of its own, which becomes the only one of the PATH; `script` is what it does. */
function installMongod(name: string, script: string): string {
  const path = join(directory, name, 'mongod');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  process.env.PATH = `${dirname(path)}:/usr/bin:/bin`;
  return path;
}

beforeEach(() => {
  lines = [];
  process.env.MONGOMS_DOWNLOAD_DIR = join(directory, 'downloads'); // an empty cache
  delete process.env.MONGOMS_SYSTEM_BINARY;
});
afterEach(() => {
  process.env.PATH = before.PATH;
  delete process.env.MONGOMS_DOWNLOAD_DIR;
  delete process.env.MONGOMS_SYSTEM_BINARY;
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('the program of the embedded database', () => {
  test.each([
    ['8.0', 'echo "db version v8.0.13"'],
    ['7.0', 'echo "db version v7.0.2"'],
  ])('a mongod %s of the PATH is used', async (version, script) => {
    const path = installMongod(`good-${version}`, script);
    expect(await chooseMongo(log)).toEqual({ engine: 'mongod', path, version });
    expect(lines).toEqual([]);
  });

  test.each([
    ['too old', 'echo "db version v6.0.19"', /mongod is MongoDB 6\.0, and 7\.0 or newer is needed; it is not used$/],
    [
      'unable to run',
      'echo "libcrypto.so.1.1: cannot open" >&2; exit 127',
      /mongod cannot run \(.*libcrypto.*\); it is not used$/,
    ],
    ['another program', 'echo "hello"', /is not a mongod; it is not used$/],
  ])('one that is %s is passed over, and said so', async (name, script, word) => {
    const path = installMongod(name.replaceAll(' ', '-'), script);
    const chosen = await chooseMongo(log);
    expect(chosen.path).not.toBe(path);
    expect(lines[0]).toMatch(word);
  });

  test('the program that MONGOMS_SYSTEM_BINARY names must fit', async () => {
    process.env.MONGOMS_SYSTEM_BINARY = installMongod('configured', 'echo "db version v4.4.1"');
    await expect(chooseMongo(log)).rejects.toThrow(/^MONGOMS_SYSTEM_BINARY: .* is MongoDB 4\.4, and 7\.0 or newer/);
  });
});

describe('a data directory', () => {
  const dataDir = (name: string, engine: string, files: Record<string, string> = {}): string => {
    const folder = join(directory, name);
    mkdirSync(join(folder, engine), { recursive: true });
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, engine, file), text);
    return folder;
  };

  test('of mongod is not opened by another engine', async () => {
    process.env.MONGOMS_SYSTEM_BINARY = join(__dirname, '../../dev/documentdb/mongod');
    await expect(startMongo({ dataDir: dataDir('other', 'mongod'), log })).rejects.toThrow(
      /were made by mongod, and only documentdb can be started: install mongod/,
    );
  });

  test.each([
    ['7.0', '8.0'],
    ['9.0', '7.0'],
  ])('made by MongoDB %s is not opened by one that cannot: %s', async (installed, made) => {
    process.env.MONGOMS_SYSTEM_BINARY = installMongod(`v${installed}`, `echo "db version v${installed}.1"`);
    await expect(startMongo({ dataDir: dataDir(`made-${made}`, 'mongod', { version: made }), log })).rejects.toThrow(
      `were made by MongoDB ${made}, which MongoDB ${installed} cannot open`,
    );
  });

  test('whose port another program has is refused by name, and keeps its port', async () => {
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const folder = dataDir('taken', 'mongod', { port: String(port), version: '8.0' });
    process.env.MONGOMS_SYSTEM_BINARY = installMongod('eight', 'echo "db version v8.0.1"');
    await expect(startMongo({ dataDir: folder, log })).rejects.toThrow(
      new RegExp(`^Port ${port}, which the data in .*taken/mongod belong to, is in use by another program`),
    );
    expect(readFileSync(join(folder, 'mongod/port'), 'utf8')).toBe(String(port));
    await new Promise((done) => other.close(done));
  });

  test('that PostgreSQL cannot open is refused with its reason', async () => {
    process.env.MONGOMS_SYSTEM_BINARY = join(__dirname, '../../dev/documentdb/mongod');
    const folder = dataDir('broken', 'documentdb', { 'postgres.ready': '' }); // ready, and empty
    const warnings = jest.spyOn(console, 'warn').mockImplementation(() => undefined); // mongodb-memory-server's own
    await expect(startMongo({ dataDir: folder, log })).rejects.toThrow(
      /^The database did not start: PostgreSQL did not start: /,
    );
    warnings.mockRestore();
  });

  test('remembers its port and version before the database has started', async () => {
    const folder = join(directory, 'fails-data');
    process.env.MONGOMS_SYSTEM_BINARY = installMongod(
      'fails',
      'case "$*" in *--version*) echo "db version v8.0.1";; *) exit 14;; esac',
    );
    const warnings = jest.spyOn(console, 'warn').mockImplementation(() => undefined); // mongodb-memory-server's own
    await expect(startMongo({ dataDir: folder, log })).rejects.toThrow();
    warnings.mockRestore();
    expect(readFileSync(join(folder, 'mongod/version'), 'utf8')).toBe('8.0');
    expect(Number(readFileSync(join(folder, 'mongod/port'), 'utf8'))).toBeGreaterThan(1_023);
  });
});
