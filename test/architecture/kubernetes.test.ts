import { readdirSync, readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { loadConfig } from '../../shared/kernel/config';

const ROOT = 'deploy/kubernetes';
const FOLDERS = ['base', 'example'];
const PROCESSES = ['api', 'public-api', 'renderer', 'worker'];

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  [field: string]: unknown;
}

interface Model {
  new (): { validate(): void };
}

const filesOf = (folder: string): string[] => readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.yaml'));
const read = (folder: string, name: string): string => readFileSync(join(ROOT, folder, name), 'utf8');
const manifests = FOLDERS.flatMap((folder) =>
  filesOf(folder)
    .filter((name) => name !== 'kustomization.yaml')
    .flatMap((name) =>
      parseAllDocuments(read(folder, name)).map((document) => ({
        place: `${folder}/${name}`,
        manifest: document.toJS() as Manifest,
      })),
    ),
);
const ofKind = (kind: string): Manifest[] =>
  manifests.filter(({ manifest }) => manifest.kind === kind).map(({ manifest }) => manifest);

const nameOf = ({ metadata }: Manifest): string => metadata.name;

interface Peer {
  namespaceSelector?: object;
  ipBlock?: { cidr: string; except?: string[] };
}

interface Policy {
  podSelector: { matchExpressions?: { values: string[] }[] };
  policyTypes: string[];
  egress?: { to?: Peer[]; ports: { port: number }[] }[];
}

interface Container {
  envFrom?: { secretRef?: { name: string } }[];
  securityContext?: { runAsUser?: number };
  volumeMounts?: { name: string }[];
}

/** The containers of a process, or of a job that runs at times. */
function containersOf({ kind, spec }: Manifest): Container[] {
  const { template } =
    kind === 'CronJob' ? (spec as { jobTemplate: { spec: Process } }).jobTemplate.spec : (spec as Process);
  return template.spec.containers;
}

interface Process {
  template: { spec: { containers: Container[] } };
}

/** The schema of Kubernetes for this kind of object. */
function modelOf({ apiVersion, kind }: Manifest): Model {
  const models = jest.requireActual<Record<string, Model>>(`kubernetes-models/${apiVersion}`);
  const model = models[kind];
  if (!model) throw new Error(`Kubernetes has no ${kind} in ${apiVersion}.`);
  return model;
}

/** The data, with a note of each field that is looked at: a schema looks at all fields that it knows. */
function watched(data: unknown, path: string, seen: Set<string>): unknown {
  if (typeof data !== 'object' || data === null) return data;
  return new Proxy(data, {
    get(target, key, receiver) {
      const field = `${path}/${String(key)}`;
      seen.add(field);
      return watched(Reflect.get(target, key, receiver), field, seen);
    },
  });
}

/** Every field of the data, as paths. */
function fieldsOf(data: unknown, path = ''): string[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => [`${path}/${key}`, ...fieldsOf(value, `${path}/${key}`)]);
}

/** Fields of a manifest that Kubernetes does not know; throws when one has the wrong type or is missing. */
function unknownFields(manifest: Manifest): string[] {
  const seen = new Set<string>();
  const model = new (modelOf(manifest))(); // its constructor would copy what it is given
  for (const [field, value] of Object.entries(manifest))
    Object.assign(model, { [field]: watched(value, `/${field}`, seen) });
  model.validate();
  return fieldsOf(manifest).filter((field) => field.split('/').length > 2 && !seen.has(field));
}

/** Whether an address is in one of these networks. */
function reaches(networks: readonly string[], address: string): boolean {
  const list = new BlockList();
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  for (const network of networks) {
    const [start = '', bits] = network.split('/');
    if (isIP(start) === isIP(address)) list.addSubnet(start, Number(bits), family);
  }
  return list.check(address, family);
}

describe('the manifests for Kubernetes', () => {
  test.each(manifests.map(({ place, manifest }) => [`${place} ${manifest.kind} ${manifest.metadata.name}`, manifest]))(
    '%s fits the schema of Kubernetes',
    (_name, manifest) => expect(unknownFields(manifest)).toEqual([]),
  );

  test('a misspelled field and a wrong type are found', () => {
    const [service] = ofKind('Service');
    expect(unknownFields({ ...service, spec: { portNames: [] } } as unknown as Manifest)).toEqual(['/spec/portNames']);
    expect(() => unknownFields({ ...service, spec: { ports: 80 } } as unknown as Manifest)).toThrow('ports');
  });

  test.each(FOLDERS)('kustomization of %s names every file of its folder', (folder) => {
    const { resources, patches = [] } = parse(read(folder, 'kustomization.yaml')) as {
      resources: string[];
      patches?: { path: string }[];
    };
    const named = [...resources, ...patches.map(({ path }) => path)].filter((name) => name.endsWith('.yaml'));
    expect(named.sort()).toEqual(filesOf(folder).filter((name) => name !== 'kustomization.yaml'));
  });

  test('the settings are those of the service, with its secrets they are a complete configuration', () => {
    const settings: Record<string, string> = Object.assign({}, ...ofKind('ConfigMap').map(({ data }) => data));
    const secret = 'x'.repeat(32);
    const secrets = { MONGO_URL: 'mongodb://a/b', REDIS_URL: 'redis://a', JWT_SECRET: secret, DATA_KEY: secret };
    const config: object = loadConfig({ ...settings, ...secrets });
    for (const [name, value] of Object.entries(settings))
      expect([name, String(config[name as never])]).toEqual([name, value]);
  });

  test('every process has probes, limits of memory, a budget and a scaler, and is locked down', () => {
    const processes = ofKind('Deployment');
    expect(processes.map(nameOf).sort()).toEqual(PROCESSES);
    for (const kind of ['PodDisruptionBudget', 'HorizontalPodAutoscaler'])
      expect(ofKind(kind).map(nameOf).sort()).toEqual(PROCESSES);
    for (const each of processes) {
      expect(each.spec).toMatchObject({
        template: { spec: { automountServiceAccountToken: false, terminationGracePeriodSeconds: 30 } },
      });
      for (const container of containersOf(each))
        expect(container).toMatchObject({
          startupProbe: expect.anything(),
          livenessProbe: expect.anything(),
          resources: { requests: { cpu: expect.anything(), memory: expect.anything() }, limits: expect.anything() },
          securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
        });
    }
  });

  test('what serves requests goes on for the seconds in which proxies still send them, and can drain after that', () => {
    const lifecycle = { preStop: { exec: { command: ['sleep', '5'] } } };
    for (const { spec } of ofKind('Deployment').filter(({ metadata }) => metadata.name.endsWith('api')))
      expect(spec).toMatchObject({ template: { spec: { containers: [{ lifecycle }] } } });
  });

  test('outgoing traffic goes to the databases on their ports, and else to the internet alone', () => {
    const ways = ofKind('NetworkPolicy').flatMap(({ spec }) => (spec as Policy).egress ?? []);
    expect(ways.length).toBeGreaterThan(2);
    const cutOut = ({ ipBlock }: Peer): string[] =>
      [
        '10.1.2.3',
        '100.64.0.1',
        '127.0.0.1',
        '168.63.129.16',
        '169.254.169.254',
        '172.20.0.1',
        '192.168.1.1',
        'fd00::1',
        'fe80::1',
      ]
        .filter((address) => (isIP(address) === 4) === ipBlock?.cidr.includes('.'))
        .filter((address) => !reaches(ipBlock?.except ?? [], address));
    for (const { to = [], ports } of ways) {
      expect([ports, to.length > 0]).toEqual([ports, true]);
      const isToInternet = to.some(({ ipBlock }) => ipBlock !== undefined);
      if (!isToInternet)
        for (const peer of to) expect(peer.namespaceSelector).toMatchObject({ matchLabels: expect.anything() });
      else expect([ports, to.flatMap(cutOut)]).toEqual([ports, []]);
      // Databases and names are no part of the internet.
      if (isToInternet) expect(ports.filter(({ port }) => [53, 27_017, 6_379].includes(port))).toEqual([]);
    }
  });

  test('no proxy is trusted but those that an installation names, and those are few', () => {
    const [base, example] = FOLDERS.map(
      (folder) =>
        manifests.find(({ place, manifest }) => place.startsWith(`${folder}/`) && manifest.kind === 'ConfigMap')
          ?.manifest.data as Record<string, string>,
    );
    expect(base).not.toHaveProperty('TRUST_PROXY');
    const bits = Number(example?.TRUST_PROXY?.split('/')[1]);
    expect(bits).toBeGreaterThanOrEqual(24);
  });

  test('each process knows its own secrets, Chromium none, and exports reach the databases alone', () => {
    const secretsOf = (manifest: Manifest): string[] => {
      const envFrom = containersOf(manifest).flatMap((container) => container.envFrom ?? []);
      const files = JSON.stringify(manifest).matchAll(/"secret":\{"name":"([\w-]+)"/g);
      const names = [
        ...envFrom.flatMap(({ secretRef }) => secretRef?.name ?? []),
        ...[...files].map(([, name]) => name),
      ];
      return names.map((name = '') => name.replace('evaluation-', ''));
    };
    const secrets = [...ofKind('Deployment'), ...ofKind('CronJob')].map((each) => [nameOf(each), secretsOf(each)]);
    expect(Object.fromEntries(secrets)).toEqual({
      api: ['secrets', 'api', 'sign-in', 'mail'],
      'public-api': ['secrets', 'public-api'],
      worker: ['secrets', 'worker', 'mail', 'audit-stream'],
      renderer: ['secrets', 'renderer'],
      backup: ['secrets', 'operator'],
    });
    const renderer = ofKind('Deployment').find((each) => nameOf(each) === 'renderer');
    const [exports, printer, ...others] = renderer ? containersOf(renderer) : [];
    expect(others).toEqual([]);
    expect(exports?.envFrom).toEqual([{ configMapRef: { name: 'evaluation-settings' } }]);
    expect(printer?.envFrom).toBeUndefined();
    expect(JSON.stringify(printer)).not.toMatch(/secret/i);
    expect(printer?.volumeMounts?.map(({ name }) => name)).toEqual(['printing']);
    expect(printer?.securityContext?.runAsUser).toBe(1001);
    const ways = ofKind('NetworkPolicy')
      .map(({ spec }) => spec as Policy)
      .filter(({ policyTypes, egress }) => policyTypes.includes('Egress') && egress)
      .filter(({ podSelector: { matchExpressions } }) => matchExpressions?.[0]?.values.includes('renderer') ?? true);
    const ports = ways.flatMap(({ egress = [] }) => egress.flatMap(({ ports: some }) => some.map(({ port }) => port)));
    expect([...new Set(ports)]).toEqual([53, 27017, 6379]);
  });
});
