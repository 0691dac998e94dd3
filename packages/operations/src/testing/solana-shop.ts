import { createRails } from '@gateway/chains/registry'
import { startTestSolana, type TestSolana } from '@gateway/chains/solana/test-chain'
import type { AssetCode } from '@gateway/domain/money/asset'
import type { Payment } from '@gateway/domain/payments/payment'
import { staticRates } from '@gateway/providers/rates/static-rates'
import { takeLease } from '../chainwatch/cursor/cursor.ts'
import { freshScans } from '../chainwatch/internal-transfers/scan-balances.ts'
import { type Scan, type ScanReport, scanChain } from '../chainwatch/scanner/scan-chain.ts'
import { openTreasury } from '../custody/treasury/open-treasury.ts'
import { subjects } from './test-chain.ts'
import { openShop, type TestShop } from './test-shop.ts'

/** A shop on a real Solana chain that passes slots on request. */
export interface SolanaShop extends TestShop {
  readonly chain: TestSolana
  /** The account that pays for tokens; it has ten SOL. */
  readonly solanaGasPayer: string
  /** Reads the chain up to its head, as the chain role does. */
  scan(): Promise<ScanReport>
  /** Lets everything become final, and reads it. */
  settle(): Promise<void>
  /** A payment that was paid in full, and is final. */
  paid(blockchain: AssetCode, amount: number): Promise<Payment>
  stop(): Promise<void>
}

const USDC = '2KW2XRd9kwqet15Aha2oK3tYvd3nWbTFH1MBiRAv1BE1'

/** Opens the shop; its gas payer is funded and watched. */
export async function openSolanaShop(): Promise<SolanaShop> {
  const chain = await startTestSolana()
  const shop = await openShop(
    { rails: railsOf(), rates: staticRates({ 'SOL/USD': '150', 'BTC/USD': '60000', 'ETH/USD': '2500', 'USDC/USD': '1' }) },
    10,
  )
  const { ctx } = shop
  const solanaGasPayer = shop.signer.keys.gasPayerAddress('SOL')
  await chain.pay(solanaGasPayer, { lamports: 10_000_000_000n })
  await chain.finalize()
  const lease = await takeLease(ctx, chain.node)
  await openTreasury(ctx, chain.node, solanaGasPayer)
  const scan: Scan = { lease, node: chain.node, subjects, seen: new Set(), sweep: freshScans() }
  const read = () => scanChain(ctx, scan)
  await read()
  const settle = async () => {
    await chain.finalize()
    await read()
  }
  const paid = async (blockchain: AssetCode, amount: number) => {
    const payment = await shop.ask({ amount, blockchain })
    await chain.pay(payment.address, blockchain === 'SOL' ? { lamports: payment.dueUnits } : { usdc: payment.dueUnits })
    await settle()
    return payment
  }
  return { ...shop, chain, solanaGasPayer, scan: read, settle, paid, stop: () => chain.stop() }
}

const railsOf = () =>
  createRails({
    CHAINS: ['BTC', 'ETH', 'SOL'],
    chains: {
      BTC: { NETWORK: 'regtest' },
      ETH: {
        CHAIN_ID: 31_337,
        DEPOSIT_FACTORY: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        USDC_ADDRESS: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      },
      SOL: { NETWORK: 'local', USDC_MINT: USDC },
    },
  })
