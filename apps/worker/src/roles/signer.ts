import { runHighWaterLoop } from '../custody/high-water-loop.ts'
import { openCustody } from '@gateway/operations/custody/keys/open-custody'
import { openHighWater } from '@gateway/operations/custody/recovery/open-high-water'
import { refillPools } from '@gateway/operations/custody/address-pool/refill-pools'
import { guardDatabase } from '@gateway/operations/custody/recovery/guard-database'
import { gasPayerAddressesOf } from '@gateway/operations/custody/keys/gas-payer-addresses'
import type { SignerContext } from '@gateway/operations/custody/signer-context'
import { existsSync } from 'node:fs'
import { capsOf } from '../custody/caps.ts'
import { runLiftingLoop } from '../custody/lifting-loop.ts'
import { runSigningLoop } from '../custody/signing-loop.ts'
import type { Deps } from '../deps.ts'
import { runPinningLoop, pinMissed } from '../custody/pinning-loop.ts'
import { platformAddressesOf } from '../custody/platform-addresses.ts'
import { recurring, type RunningRole, together } from '../running-role.ts'

const LOOK_EVERY_MS = 1_000
const CENTS = 100n
const HOUR_MS = 60 * 60 * 1_000

/** Opens the seed, then signs due payouts and keeps the address pools full. Exits before any work when the seed does not open. */
export async function openSigner(deps: Deps): Promise<RunningRole[]> {
  const settings = deps.config.forRole('signer')
  const keys = await openCustody({ ...settings, NODE_ENV: deps.config.common.NODE_ENV }, deps.ctx.rails, (problem) =>
    deps.ctx.log.warn({ problem }, 'seed not opened yet'),
  )
  const ctx: SignerContext = {
    ...deps.ctx,
    keys,
    partyTokenKeys: settings.PARTY_TOKEN_KEY,
    generation: keys.generation,
    deploymentId: settings.DEPLOYMENT_ID,
    ...capsOf(settings),
    sequence: openHighWater(settings),
    platformAddresses: platformAddressesOf(deps.ctx.rails, settings.PLATFORM_ADDRESSES, gasPayerAddressesOf(keys, deps.ctx.rails)),
    flushesPerDay: settings.FLUSHES_PER_DAY,
    velocityFloors: {
      hourCents: BigInt(settings.PAYOUT_FLOOR_USD_PER_HOUR) * CENTS,
      dayCents: BigInt(settings.PAYOUT_FLOOR_USD_PER_DAY) * CENTS,
    },
    returnHoldMs: settings.RETURN_HOLD_HOURS * HOUR_MS,
    walletDelayMs: settings.WALLET_DELAY_HOURS * HOUR_MS,
    // The seed was just opened under a label that names exactly these.
    sealedNetworks: new Map([...deps.ctx.rails].map(([chain, { network }]) => [chain, network])),
    endProcess: () => process.exit(1),
    isPausedByFile: () => settings.CUSTODY_PAUSE_FILE !== undefined && existsSync(settings.CUSTODY_PAUSE_FILE),
  }
  await guardDatabase(ctx)
  await pinMissed(ctx)
  const signing = together([...ctx.rails.values()].map((rail) => runSigningLoop(ctx, rail, deps.news)))
  const custodian = { ...signing, run: () => signing.run().finally(() => keys.destroy()) }
  const refilling = recurring(LOOK_EVERY_MS, () => refillPools(ctx))
  return [custodian, refilling, runPinningLoop(ctx, deps.news), runHighWaterLoop(ctx), runLiftingLoop(ctx)]
}
