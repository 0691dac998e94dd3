import { RpcRefusal } from '@gateway/devnet/rpc'
import { messageOf } from '@gateway/domain/kernel/error'
import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { dataDirOf, type DevFile, findDevFile } from '../stack/dev-file.ts'
import { CannotPay } from './cannot-pay.ts'
import { driverOf } from '@gateway/devnet/chains'
import { eachNode } from '../stack/each-chain.ts'
import { chainOf, nodeOf, type PayableAsset, payAsset, type PayingNodes, type Sum } from './rails.ts'

/** Pays from the funds of a running devnet. */
export interface Payer {
  /** Origin of the gateway's API. */
  readonly api: string
  /** Sends an amount; returns the transaction's id. @throws {CannotPay} */
  send(asset: PayableAsset, sum: Sum): Promise<string>
  /** Mines blocks with the transaction, where none come by themselves. @throws {CannotPay} */
  mine(asset: PayableAsset, blocks: number): Promise<void>
}

/** Opens the payer of the development stack in `DATA_DIR`. @throws {CannotPay} when none runs there. */
export function openPayer(environment: Readonly<Record<string, string | undefined>>): Payer {
  const dataDir = dataDirOf(environment)
  const stack = findDevFile(dataDir)
  if (!stack) throw new CannotPay(`No gateway runs in ${dataDir}: start one with "npm run dev", or name its folder with DATA_DIR`)
  const nodes = nodesOf(stack)
  return {
    api: stack.api,
    send: (asset, sum) =>
      payAsset(nodes, asset, sum).catch((error: unknown) => {
        if (error instanceof RpcRefusal) throw refusesToSend(asset, sum, error)
        throw isUnreachable(error) ? new CannotPay(`The ${silentNode(asset, nodes)}`) : error
      }),
    async mine(asset, blocks) {
      const chain = chainOf(asset)
      if (nodeOf(stack.chains, asset).blockSeconds !== undefined) return
      await driverOf(chain)
        .mine(nodeOf(nodes, asset), blocks)
        .catch((error: unknown) => {
          const why = isUnreachable(error) ? `the ${silentNode(asset, nodes)}` : messageOf(error)
          throw new CannotPay(`The transaction is sent, and mining a block for it failed: ${why}`)
        })
    },
  }
}

const nodesOf = ({ chains }: DevFile): PayingNodes => eachNode(chains, ({ rpc, faucetWallet }) => ({ rpc, wallet: faucetWallet }))

function refusesToSend(asset: PayableAsset, { to, units }: Sum, { message }: RpcRefusal): CannotPay {
  const amount = `${formatUnits(units, assetOf(asset).decimals)} ${asset}`
  return new CannotPay(`The node refuses to send ${amount} to ${to}: ${message}`)
}

/** fetch reports a node so that cannot be reached, or that stops before it has answered. */
const isUnreachable = (error: unknown): boolean => error instanceof TypeError

/** The stack has a file and its node does not answer: it was killed, or is stopping. The host alone, since the address has a password. */
function silentNode(asset: PayableAsset, nodes: PayingNodes): string {
  const chain = chainOf(asset)
  return `${driverOf(chain).name} node at ${new URL(nodeOf(nodes, asset).rpc).host} does not answer: ${REMEDY}`
}

/** As a node that does not answer. */
export const notAnswering = (api: string): CannotPay => new CannotPay(`The gateway at ${api} does not answer: ${REMEDY}`)

const REMEDY = 'start it with "npm run dev"'
