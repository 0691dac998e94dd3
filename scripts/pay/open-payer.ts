import { RpcRefusal } from '@gateway/devnet/rpc'
import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { dataDirOf, type DevFile, findDevFile } from '../stack/dev-file.ts'
import { CannotPay } from './cannot-pay.ts'
import { type PayableAsset, type PayingNodes, payingRails, type Sum } from './rails.ts'

/** Pays from the funds of a running devnet. */
export interface Payer {
  /** Origin of the gateway's API. */
  readonly api: string
  /**
   * Sends an amount, and mines `blocks` where no blocks come by themselves; returns the transaction's id.
   * @throws {CannotPay}
   */
  send(asset: PayableAsset, sum: Sum, blocks?: number): Promise<string>
}

/** Opens the payer of the development stack in `DATA_DIR`. @throws {CannotPay} when none runs there. */
export function openPayer(environment: Readonly<Record<string, string | undefined>>): Payer {
  const dataDir = dataDirOf(environment)
  const stack = findDevFile(dataDir)
  if (!stack) throw new CannotPay(`No gateway runs in ${dataDir}: start one with "npm run dev", or name its folder with DATA_DIR`)
  const nodes = nodesOf(stack)
  return {
    api: stack.api,
    async send(asset, sum, blocks = 1) {
      const rail = payingRails[asset]
      const id = await rail.pay(nodes, sum).catch((error: unknown) => {
        throw explained(error, { asset, sum, api: stack.api })
      })
      if (stack.chains[rail.chain].blockSeconds === undefined) await rail.mine(nodes, blocks)
      return id
    },
  }
}

const nodesOf = ({ chains: { BTC, ETH } }: DevFile): PayingNodes => ({
  bitcoin: { rpc: BTC.rpc, wallet: BTC.faucetWallet },
  evm: { rpc: ETH.rpc },
  tokens: ETH.tokens,
})

interface Sending {
  readonly asset: PayableAsset
  readonly sum: Sum
  readonly api: string
}

function explained(error: unknown, { asset, sum: { to, units }, api }: Sending): unknown {
  const amount = `${formatUnits(units, assetOf(asset).decimals)} ${asset}`
  if (error instanceof RpcRefusal) return new CannotPay(`The node refuses to send ${amount} to ${to}: ${error.message}`)
  // fetch reports an unreachable node so.
  return error instanceof TypeError ? notAnswering(api) : error
}

/** The stack has a file and does not answer: it was killed, or is stopping. */
export const notAnswering = (api: string): CannotPay => new CannotPay(`The gateway at ${api} does not answer: start it with "npm run dev"`)
