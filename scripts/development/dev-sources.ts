import type { PayingNodes } from '../pay/rails.ts'
import type { RunningPostgres } from '@gateway/devnet/postgres'
import type { RunningStripe } from '@gateway/devnet/stripe/start-stripe'
import type { RunningTemporal } from '@gateway/devnet/temporal'
import type { DevFile } from '../stack/dev-file.ts'
import type { Gateway } from '../stack/gateway.ts'
import type { StackLightning } from '../stack/lightning.ts'
import type { KeptDemo } from './demo-business.ts'
import type { StartOptions } from './start-options.ts'

/** What the start page of `npm run dev` is about. */
export interface DevSources {
  readonly stack: {
    readonly devnet: {
      readonly chains: PayingNodes
      readonly temporal: Pick<RunningTemporal, 'address' | 'ui'>
      readonly postgres: Pick<RunningPostgres, 'url'>
    }
    readonly stripe: Pick<RunningStripe, 'url'>
    readonly lightning: Pick<StackLightning, 'progress'>
    readonly gateway: Pick<Gateway, 'api' | 'pid'>
  }
  readonly options: StartOptions
  readonly demo: KeptDemo
  readonly wallets: DevFile['wallets']
  readonly startedAt: Date
}
