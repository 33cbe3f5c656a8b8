import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { storedJson } from '@/lib/stored-json'
import { Button } from '../parts/button'
import { Dialog } from '../parts/dialog'
import { copyOf, keptKey, type NewOffer, type Offer } from './offer'

/** Opens a new one like it; one that was begun and is not saved is not overwritten unasked. */
export function OfferCopy({ offer }: { offer: Offer }) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState(false)
  const to: NewOffer = offer.plan ? 'new-plan' : 'new'
  const kept = storedJson(keptKey(to))
  const open = () => navigate(`/promotions?open=${to}`)
  const copy = () => {
    kept.write(copyOf(offer))
    open()
  }
  return (
    <>
      <Button look="text" onClick={() => (kept.read() === undefined ? copy() : setAsked(true))}>
        Copy
      </Button>
      {asked && (
        <Dialog
          title={`A new ${offer.plan ? 'price plan' : 'promotion'} is not saved yet`}
          onClose={() => setAsked(false)}
          footer={
            <>
              <Button look="primary" onClick={open}>
                Open it
              </Button>
              <Button look="danger" onClick={copy}>
                Copy over it
              </Button>
            </>
          }
        >
          <p>What was typed into it stays on this device until it is saved. The copy would take its place.</p>
        </Dialog>
      )}
    </>
  )
}
