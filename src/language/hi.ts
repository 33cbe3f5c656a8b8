/**
 * Hindi. Every sentence of the interface by its English, which is also what the code calls it: this file is the type of all other
 * languages (`satisfies Catalogue`). An array holds the forms of a sentence that goes by a number, in the order of `plural_forms`
 * (gettext).
 *
 * Written as shops in India write: polite (आप), plain words, English words that everybody uses (कार्ट, ऑर्डर, डिलीवरी) in Devanagari, digits as in prices.
 */
export const hi = {
  '': { lang: 'hi-IN', plural_forms: 'nplurals=2; plural=(n > 1);' },

  // ---- Frame: header, footer, menus, consent, boundaries, account (src/app, src/ui, features site, consent, account)

  'All Products': 'सभी उत्पाद',
  Bestsellers: 'सबसे ज़्यादा बिकने वाले',
  'New Arrivals': 'नए उत्पाद',
  'Track an order': 'ऑर्डर ट्रैक करें',
  Shipping: 'डिलीवरी',
  'Cancellations and refunds': 'कैंसिलेशन और रिफ़ंड',
  'Terms and conditions': 'नियम और शर्तें',
  Privacy: 'गोपनीयता',
  'Privacy choices': 'गोपनीयता के विकल्प',
  Shop: 'दुकान',
  Policies: 'नीतियाँ',
  'We make two useful things well: soap you look forward to using, and bags you do not have to be careful with.':
    'हम दो काम की चीज़ें अच्छे से बनाते हैं: साबुन, जिससे नहाने का मन करे, और झोले, जिन्हें सँभालकर रखने की फ़िक्र न हो।',
  '© {name}. All rights reserved.': '© {name}. सर्वाधिकार सुरक्षित।',
  'Prices in Indian rupees, inclusive of all taxes.': 'कीमतें भारतीय रुपये में, सभी करों सहित।',
  Language: 'भाषा',
  January: 'जनवरी',
  February: 'फ़रवरी',
  March: 'मार्च',
  April: 'अप्रैल',
  May: 'मई',
  June: 'जून',
  July: 'जुलाई',
  August: 'अगस्त',
  September: 'सितंबर',
  October: 'अक्टूबर',
  November: 'नवंबर',
  December: 'दिसंबर',
  am: 'पूर्वाह्न',
  pm: 'अपराह्न',

  // ---- Catalogue: home, shop, product, offers, search (features catalog, home, offers; pages)

  // ---- Buying: cart, checkout, payments, orders (features cart, checkout, orders)

  '{count} item': ['{count} वस्तु', '{count} वस्तुएँ'],

  // ---- Around it: reviews, information pages, page builder, analytics (features reviews, content, builder, webhook)

  // ---- Said by the record store and by the rules of the domain (see `translate`)
}
