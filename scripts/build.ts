import { buildPortal } from '@gateway/portal/build-portal'
import { join, resolve } from 'node:path'
import { buildPrograms } from './stack/build-programs.ts'

// `npm run build [-- <folder>]`: writes the programs of all processes and the portal into a folder, `dist` by default.
const folder = resolve(process.argv[2] ?? 'dist')
const { workflows } = await buildPrograms(folder)
const portal = await buildPortal(join(folder, 'portal'))
console.log(`The programs are built in ${folder}: start \`node ${join(folder, 'api.mjs')}\` with PORTAL_FOLDER=${portal}`)
console.log(`and \`node ${join(folder, 'worker.mjs')}\` with WORKFLOW_BUNDLE=${workflows}.`)
