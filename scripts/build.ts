import { buildPortal } from '@gateway/portal/build-portal'

console.log(`The portal is built in ${await buildPortal()}: set PORTAL_FOLDER of the API to it.`)
