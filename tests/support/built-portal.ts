import { buildPortal } from '@gateway/portal/build-portal'
import { madeOnce } from './made-once.ts'

/** The folder of the portal as it is shipped, which is built once a run. */
export const builtPortal = (): Promise<string> => madeOnce('portal', buildShipped)

/** Under any other name of the environment than this the build takes the development side of React. */
async function buildShipped(folder: string): Promise<void> {
  const before = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  try {
    await buildPortal(folder)
  } finally {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
}
