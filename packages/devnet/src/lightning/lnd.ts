import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { startChild } from '../processes/child.ts'
import { choosePort } from '../processes/port.ts'
import { prepareServer } from '../processes/prepare-server.ts'
import { type Log, type Running, silent } from '../processes/running.ts'
import { type LndRest, lndRest } from './lnd-rest.ts'
import { lndSettings, PASSWORD_FILE } from './lnd-settings.ts'

/** Options of a Lightning node on regtest. */
export type LndOptions = {
  /** Its name among Lightning nodes. */
  readonly alias: string
  /** RPC URL of its Bitcoin node, with credentials. */
  readonly bitcoin: string
  /** Contains the wallet, the channels, macaroons and ports; the same folder continues the same node. */
  readonly dataDir: string
  readonly log?: Log | undefined
}

/** A running Lightning node; its addresses stay the same over restarts. */
export type RunningLnd = Running & {
  readonly alias: string
  /** gRPC, as host:port by the name in the certificate. */
  readonly socket: string
  /** File of the certificate, PEM. */
  readonly certificateFile: string
  /** Origin of its REST interface. */
  readonly restUrl: string
  /** Its REST interface with the macaroon that may do everything. */
  readonly rest: LndRest
  /** 66 hex digits. */
  readonly publicKey: string
  /** Where other nodes connect to. */
  readonly peerAddress: string
  readonly dataDir: string
}

/** A node by its REST interface. */
export type LndNode = Pick<RunningLnd, 'rest'>

const NAME = 'lnd'
const ADMIN_MACAROON = 'data/chain/bitcoin/regtest/admin.macaroon'

/**
 * Starts LND on regtest, isolated on loopback, with a wallet that unlocks itself, and resolves when it has caught up with its Bitcoin node, whose
 * chain has a block. The first start on a machine builds it.
 * @throws {Error} as `startChild` and `prepareServer` do.
 */
export async function startLnd({ alias, bitcoin, dataDir, log = silent }: LndOptions): Promise<RunningLnd> {
  const { folder, command, port: grpc } = await prepareServer(NAME, { dataDir, log })
  const peers = await choosePort({ folder, name: 'lnd-peers' })
  const rest = await choosePort({ folder, name: 'lnd-rest' })
  const passwordFile = join(folder, PASSWORD_FILE)
  if (!existsSync(passwordFile)) writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  writeFileSync(join(folder, 'lnd.conf'), lndSettings({ alias, folder, bitcoin, ports: { peers, grpc, rest } }), { mode: 0o600 })
  const place = { folder, port: rest }
  const running = await startChild({ name: NAME, folder, command, args: [`--lnddir=${folder}`], isReady: () => isReady(place), log })
  const admin = adminOf(place)
  const { identity_pubkey } = await infoOf(admin)
  return {
    ...running,
    alias,
    socket: `localhost:${grpc}`,
    certificateFile: join(folder, 'tls.cert'),
    restUrl: `https://127.0.0.1:${rest}`,
    rest: admin,
    publicKey: identity_pubkey,
    peerAddress: `127.0.0.1:${peers}`,
    dataDir,
  }
}

/** The running node of a folder, as other processes reach it; undefined where none has been started. */
export function findLnd(folder: string): LndNode | undefined {
  const port = join(folder, 'lnd-rest.port')
  if (!existsSync(port) || !existsSync(join(folder, ADMIN_MACAROON))) return undefined
  return { rest: adminOf({ folder, port: Number(readFileSync(port, 'utf8')) }) }
}

type Place = { readonly folder: string; readonly port: number }

const State = z.object({ state: z.string() })
const Info = z.object({ identity_pubkey: z.string(), synced_to_chain: z.boolean() })

/** Files that the node is writing can be seen half written: whatever fails is tried again by the caller. */
async function isReady(place: Place): Promise<boolean> {
  const anonymous = lndRest({ port: place.port, certificate: certificateOf(place) })
  const { state } = await anonymous.call({ path: '/v1/state', shape: State })
  if (state === 'NON_EXISTING') await createWallet(anonymous, readFileSync(join(place.folder, PASSWORD_FILE)))
  return state === 'SERVER_ACTIVE' && (await infoOf(adminOf(place))).synced_to_chain
}

async function createWallet(anonymous: LndRest, password: Buffer): Promise<void> {
  const seed = z.object({ cipher_seed_mnemonic: z.array(z.string()) })
  const { cipher_seed_mnemonic } = await anonymous.call({ path: '/v1/genseed', shape: seed })
  const body = { wallet_password: password.toString('base64'), cipher_seed_mnemonic }
  await anonymous.call({ path: '/v1/initwallet', body, shape: z.object({}) })
}

const certificateOf = ({ folder }: Place): string => readFileSync(join(folder, 'tls.cert'), 'utf8')

const adminOf = (place: Place): LndRest =>
  lndRest({
    port: place.port,
    certificate: certificateOf(place),
    macaroon: readFileSync(join(place.folder, ADMIN_MACAROON)).toString('hex'),
  })

const infoOf = (rest: LndRest): Promise<z.output<typeof Info>> => rest.call({ path: '/v1/getinfo', shape: Info })
