import { sayTo } from '@gateway/api/test-say'
import { Agent } from 'node:http'
import { openDatabase } from '../database.ts'
import { openShops, resetUsage } from '../requests/open-shops.ts'
import { PUBLIC_URL, startGateway } from '../requests/start-gateway.ts'
import type { Bench, Log, SectionText, Table } from '../section.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { compareRows, PACES, ROUNDS, SECONDS } from './compare-rows.ts'
import { prepareWorks } from './works.ts'

const text: SectionText = {
  title: 'Signing in beside payments',
  intro:
    `${PACES.signIns} sign-ins and ${PACES.payments} payments a minute, each alone and then beside the other, on one api; each begins when it is due, whether or not those before have ended; ` +
    `in turns of ${ROUNDS} rounds of ${SECONDS} seconds. A sign-in is that of a user whom the portal knows and who has allowed the app before: the chain of redirects, the code, its exchange and user info. ` +
    'The ratio is the median alone to the median beside the other. Left open are transactions of the database that nobody ends once all is answered.',
  aims: [
    { text: 'at least 0.95 of the pace', column: 'of the pace', min: 0.95 },
    { text: 'at least 0.5 × of each alone', column: 'ratio', min: 0.5 },
    { text: 'no transaction is left open', column: 'left open', max: 0 },
  ],
}

/** Whether sign-ins and payments stand in each other's way. */
export const signIn: Bench = { sections: [text], measure }

function measure(log: Log): Promise<Table[]> {
  return inTemporaryFolder(async (folder) => {
    const database = await openDatabase(folder)
    const agent = new Agent({ keepAlive: true })
    const ends = [() => database.stop()]
    try {
      const gateway = await startGateway(database, { folder, log }, { poolAddresses: 10 })
      ends.unshift(() => gateway.stop())
      const { port } = gateway.api
      const [key = ''] = await openShops(`http://127.0.0.1:${port}`, database.sql, 1)
      const works = await prepareWorks({ say: sayTo({ port, agent }), origin: PUBLIC_URL }, key)
      return [await compareRows(works, { sql: database.sql, log, beforeRound: () => resetUsage(database.sql) })]
    } finally {
      agent.destroy()
      for (const end of ends) await end()
    }
  })
}
