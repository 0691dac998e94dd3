import type { Labels } from './label-set.ts'

/** The words in Hindi. */
export const hindi: Labels = {
  invoice: 'चालान',
  creditNote: 'क्रेडिट नोट',
  billTo: 'बिल प्राप्तकर्ता',
  issued: 'जारी तिथि',
  delivered: 'सेवा तिथि',
  due: 'देय तिथि',
  onReceipt: 'प्राप्ति पर',
  reference: 'आपका संदर्भ',
  credits: 'चालान के लिए',
  vatId: 'वैट आईडी',
  taxNumber: 'कर संख्या',
  taxId: 'कर आईडी',
  registration: 'पंजीकरण',
  description: 'विवरण',
  quantity: 'मात्रा',
  unitPrice: 'इकाई मूल्य',
  vat: 'कर',
  net: 'शुद्ध',
  total: 'कुल',
  totalCredited: 'कुल क्रेडिट',
  paid: 'भुगतान किया',
  amountDue: 'देय राशि',
  payOnline: 'कार्ड या क्रिप्टो से ऑनलाइन भुगतान करें',
  page: 'पृष्ठ',
}
