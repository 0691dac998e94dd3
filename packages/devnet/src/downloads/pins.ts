/** The programs of the devnet, and the oldest Node that the client supports. */
export type ComponentName = 'postgres' | 'temporal' | 'anvil' | 'bitcoind' | 'bchd' | 'lnd' | 'stripe-mock' | 'node20'

/** The pinned build of a program, and how to recognise it. */
export type Pin = {
  readonly version: string
  /** The environment variable with the path of another build; its version is not checked. */
  readonly variable: string
  /** The program's path below its cache folder; its last part is also its name on PATH. */
  readonly program: string
  /** The output of the pinned build's `--version`. */
  readonly answers: RegExp
  /** Root runs it as an unprivileged user, so that user must be able to execute the build. */
  readonly unprivileged?: true
  /** Its archive keeps the newest build only: a later one is used, with a log line, when the archive's signature is valid. */
  readonly mayMoveOn?: true
}

/** All versions of the devnet; those from npm are in package.json too. */
export const pins: Readonly<Record<ComponentName, Pin>> = {
  postgres: { version: '18.4.0', variable: 'POSTGRES_BIN', program: 'bin/postgres', answers: /PostgreSQL\) 18\.\d/, unprivileged: true },
  temporal: { version: '1.9.1', variable: 'TEMPORAL', program: 'temporal', answers: /^temporal version 1\.9\.1\b/ },
  anvil: { version: '1.7.1', variable: 'ANVIL', program: 'anvil', answers: /^anvil Version: 1\.7\.1\b/ },
  node20: { version: '20.0.0', variable: 'NODE20', program: 'bin/node', answers: /^v20\.0\.0$/ },
  bchd: { version: '0.22.1', variable: 'BCHD', program: 'bchd', answers: /^bchd version 0\.22\.1\b/ },
  lnd: { version: '0.21.3-beta', variable: 'LND', program: 'lnd', answers: /^lnd version 0\.21\.3-beta\b/ },
  'stripe-mock': { version: '0.203.0', variable: 'STRIPE_MOCK', program: 'stripe-mock', answers: /^stripe-mock 0\.203\.0\b/ },
  bitcoind: { version: '29.4.3', variable: 'BITCOIND', program: 'bitcoind', answers: /\bv29\.4\.3\b/, mayMoveOn: true },
}
