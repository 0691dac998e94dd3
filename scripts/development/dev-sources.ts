import type { StartedStack } from './start-stack.ts'
import type { KeptDemo } from './demo-business.ts'
import type { DevFile } from '../stack/dev-file.ts'

/** What the start page of `npm run dev` is about. */
export interface DevSources extends StartedStack {
  readonly demo: KeptDemo
  readonly wallets: DevFile['wallets']
  readonly startedAt: Date
}
