const ENTRY = Buffer.from('504b0304', 'hex');

/** A zip archive of stored entries with these names, each holding `content`; checksums are left out. */
export function archive(names: readonly string[], content = Buffer.from('x')): Buffer {
  const entries: Buffer[] = [];
  const directory: Buffer[] = [];
  for (const name of names) {
    const local = Buffer.alloc(30);
    ENTRY.copy(local);
    local.writeUInt32LE(content.length, 18);
    local.writeUInt32LE(content.length, 22);
    local.writeUInt16LE(name.length, 26);
    const listed = Buffer.alloc(46);
    listed.writeUInt32LE(0x02014b50, 0);
    listed.writeUInt32LE(content.length, 20);
    listed.writeUInt32LE(content.length, 24);
    listed.writeUInt16LE(name.length, 28);
    listed.writeUInt32LE(Buffer.concat(entries).length, 42);
    entries.push(local, Buffer.from(name), content);
    directory.push(listed, Buffer.from(name));
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(Buffer.concat(entries).length, 16);
  return Buffer.concat([...entries, ...directory, end]);
}

/** The archive of an office document with these entries. */
export function office(...names: string[]): Buffer {
  return archive(['_rels/.rels', ...names, '[Content_Types].xml']);
}
