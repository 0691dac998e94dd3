/** The ports of a node, and the Bitcoin node behind it. */
export interface LndPlace {
  readonly alias: string
  readonly folder: string
  readonly ports: { readonly peers: number; readonly grpc: number; readonly rest: number }
  /** RPC URL with credentials. */
  readonly bitcoin: string
}

/** The wallet unlocks itself by this file in the node's folder. */
export const PASSWORD_FILE = 'wallet-password'

/** lnd.conf of a node on regtest: alone on loopback, quick to see blocks and to announce channels. */
export function lndSettings({ alias, folder, ports, bitcoin }: LndPlace): string {
  const { host, username, password } = new URL(bitcoin)
  return [
    '[Application Options]',
    `alias=${alias}`,
    `listen=127.0.0.1:${ports.peers}`,
    `rpclisten=127.0.0.1:${ports.grpc}`,
    `restlisten=127.0.0.1:${ports.rest}`,
    `wallet-unlock-password-file=${folder}/${PASSWORD_FILE}`,
    'wallet-unlock-allow-create=true',
    'nobootstrap=true',
    'trickledelay=50',
    'maxpendingchannels=10',
    'debuglevel=error',
    '[Bitcoin]',
    'bitcoin.regtest=true',
    'bitcoin.node=bitcoind',
    'bitcoin.defaultchanconfs=1',
    // Blocks of a development chain come within seconds: a payment that is held for the usual 80 of them would close the channel.
    'bitcoin.timelockdelta=1000',
    '[Bitcoind]',
    `bitcoind.rpchost=${host}`,
    `bitcoind.rpcuser=${username}`,
    `bitcoind.rpcpass=${password}`,
    // Polling needs no further ports.
    'bitcoind.rpcpolling=true',
    'bitcoind.blockpollinginterval=100ms',
    'bitcoind.txpollinginterval=100ms',
    '[db]',
    'db.batch-commit-interval=10ms',
    '',
  ].join('\n')
}
