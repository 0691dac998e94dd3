import chromium from '@sparticuz/chromium'

/** Unpacks the package's binary into the temporary folder of this process, and prints where it is. */
process.stdout.write(await chromium.executablePath())
