import { COMMANDS, GENERIC_ARGUMENTS, type Struct } from '../../dev/documentdb/command-fields';
import { shapesOf } from '../support/command-shapes';
import shapes from '../support/command-shapes.json';

describe('the golden list of command shapes', () => {
  test('a command is taken apart into itself, its options, operators and stages', () => {
    const find = shapesOf({
      commandName: 'find',
      command: { find: 'jobs', filter: { a: { $in: [1] } }, lsid: {}, $db: 'x' },
    });
    expect([...find].sort()).toEqual(['find', 'find option filter', 'find query $in']);
    const after = (readConcern: object) => shapesOf({ commandName: 'ping', command: { ping: 1, readConcern } });
    expect([...after({ afterClusterTime: 1 })]).toEqual(['ping']); // a time that the driver adds to any command
    expect([...after({ level: 'majority', afterClusterTime: 1 })]).toContain(
      'ping option readConcern {"level":"majority"}',
    );
    const update = shapesOf({
      commandName: 'update',
      command: { update: 'jobs', updates: [{ q: { a: 1 }, u: { $inc: { n: 1 } } }], txnNumber: 1, autocommit: false },
    });
    expect([...update].sort()).toEqual([
      'update in a transaction',
      'update option q',
      'update option u',
      'update option updates',
      'update update $inc',
    ]);
    const pipeline = [{ $match: { $or: [] } }, { $lookup: { from: 'x', as: 'y', pipeline: [{ $limit: 1 }] } }];
    expect([...shapesOf({ commandName: 'aggregate', command: { aggregate: 'jobs', pipeline } })]).toEqual(
      expect.arrayContaining([
        'aggregate stage $lookup',
        'aggregate stage $lookup from',
        'aggregate stage $limit',
        'aggregate query $or',
      ]),
    );
  });

  test('each entry says since which version it exists, none is newer than 7.0', () => {
    const newer = Object.entries(shapes).filter(
      ([, since]) => !/^\d\.\d( or older)?$/.test(since) || Number.parseFloat(since) > 7,
    );
    expect(newer).toEqual([]);
  });

  test('MongoDB takes each command and option, and lets those run in a transaction that do', () => {
    const fieldsOf = ({ fields = {}, inner = {} }: Struct): string[] => [
      ...Object.values(fields).flatMap((names) => names.split(' ')),
      ...Object.values(inner).flatMap((within) => (typeof within === 'string' ? [] : fieldsOf(within))),
    ];
    const generic = fieldsOf(GENERIC_ARGUMENTS);
    const unknown = Object.keys(shapes).filter((shape) => {
      const [name = '', kind, option = ''] = shape.split(' ');
      const command = COMMANDS[name];
      if (!command) return true;
      if (kind === 'in') return command.transactional !== true;
      return kind === 'option' && ![...fieldsOf(command), ...generic].includes(option);
    });
    expect(unknown).toEqual([]);
  });
});
