/** The programs the devnet runs, and the oldest Node that the client is made for. */
export type ComponentName = 'postgres' | 'temporal' | 'anvil' | 'bitcoind' | 'node20'

/** Which build of a program we run, and how to recognise it. */
export type Pin = {
  readonly version: string
  /** The environment variable that names a build of the reader's own; it is taken without asking its version. */
  readonly variable: string
  /** The program's path below its cache folder; its last part is also its name on PATH. */
  readonly program: string
  /** What `--version` of the pinned build prints. */
  readonly answers: RegExp
  /** Root runs it as an unprivileged user, so only a build which that user can execute will do. */
  readonly unprivileged?: true
  /** Its archive keeps the newest build only: a later one is taken, and said so, when the archive's signature vouches for it. */
  readonly mayMoveOn?: true
}

/** The one place where the devnet's versions stand; those obtained from npm stand in package.json too. */
export const pins: Readonly<Record<ComponentName, Pin>> = {
  postgres: { version: '18.4.0', variable: 'POSTGRES_BIN', program: 'bin/postgres', answers: /PostgreSQL\) 18\.\d/, unprivileged: true },
  temporal: { version: '1.9.1', variable: 'TEMPORAL', program: 'temporal', answers: /^temporal version 1\.9\.1\b/ },
  anvil: { version: '1.7.1', variable: 'ANVIL', program: 'anvil', answers: /^anvil Version: 1\.7\.1\b/ },
  node20: { version: '20.0.0', variable: 'NODE20', program: 'bin/node', answers: /^v20\.0\.0$/ },
  bitcoind: { version: '29.4.3', variable: 'BITCOIND', program: 'bitcoind', answers: /\bv29\.4\.3\b/, mayMoveOn: true },
}
