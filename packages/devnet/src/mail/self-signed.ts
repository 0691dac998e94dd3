import { generateKeyPairSync, randomBytes } from 'node:crypto'
import forge from 'node-forge'

/** A certificate with its key, both as PEM. */
export interface SelfSigned {
  readonly cert: string
  readonly key: string
}

const HOUR_MS = 3_600_000
const DNS_NAME = 2
const IP_ADDRESS = 7

/** Creates a self-signed certificate for a server on 127.0.0.1, also called localhost. It is valid for a day, so a leaked copy is harmless. */
export function selfSigned(): SelfSigned {
  // The library would search for primes in JavaScript, which takes seconds.
  const { publicKey, privateKey: key } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const certificate = describeServer()
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey)
  certificate.sign(forge.pki.privateKeyFromPem(key), forge.md.sha256.create())
  return { cert: forge.pki.certificateToPem(certificate), key }
}

/** Everything in a certificate except its key. */
function describeServer(): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate()
  const name = [{ name: 'commonName', value: 'loopback' }]
  certificate.setSubject(name)
  certificate.setIssuer(name)
  // A set first bit would make the number negative.
  certificate.serialNumber = `01${randomBytes(8).toString('hex')}`
  certificate.validity = { notBefore: new Date(Date.now() - HOUR_MS), notAfter: new Date(Date.now() + 24 * HOUR_MS) }
  certificate.setExtensions([
    {
      name: 'subjectAltName',
      altNames: [
        { type: IP_ADDRESS, ip: '127.0.0.1' },
        { type: DNS_NAME, value: 'localhost' },
      ],
    },
  ])
  return certificate
}
