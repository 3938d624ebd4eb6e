/** The German texts of billing. */

import type { BillingTexts } from "../../billing/texts.ts";
import { billingPage } from "./billing-page.ts";
import { seller } from "./billing-seller.ts";

/** The German texts of billing. */
export const billing: BillingTexts = {
  pricing: {
    title: "Tarife und Preise",
    empty: "Noch keine Tarife verfügbar.",
    intervals: "Abrechnungszeitraum",
    intervalNames: { day: "Täglich", week: "Wöchentlich", month: "Monatlich", year: "Jährlich" },
    save: "{percent} sparen",
    saveUpTo: "Bis zu {percent} sparen",
    each: { day: "pro Tag", week: "pro Woche", month: "pro Monat", year: "pro Jahr" },
    eachOther: "pro Abrechnungszeitraum",
    once: "einmalig",
    free: "Kostenlos",
    custom: "Preis frei wählbar",
    from: "Ab {amount}",
    upTo: "Bis {amount}.",
    suggested: "Vorschlag: {amount}.",
    usageOnly: "Nach Nutzung",
    metered: "{meter}: {amount} pro Einheit.",
    meteredUpTo: "{meter}: {amount} pro Einheit, höchstens {cap} {each}.",
    unit: "Nutzung",
    perSeat: "Pro Platz",
    perSeatNote: "Der Preis richtet sich nach der Zahl der Plätze, die Sie beim Kauf wählen.",
    atCheckout: "Preis wird beim Kauf angezeigt",
    recommended: "Empfohlen",
    yours: "Aktueller Tarif",
    bought: "Gekauft",
    oneTime: "Einmalige Käufe",
    existingPlan:
      "Sie haben bereits {name}. Ein neuer Tarif kommt hinzu. Kündigen Sie nicht benötigte Tarife auf der Abrechnungsseite.",
    choose: "Tarif wählen",
    chooseOf: "Tarif wählen: {product}",
    buy: "Kaufen",
    buyOf: "{product} kaufen",
    buyAgain: "Erneut kaufen",
    buyAgainOf: "Erneut kaufen: {product}",
    manage: "Tarif verwalten",
    signUp: "Registrieren und kaufen",
    signUpOf: "Registrieren, um {product} zu kaufen",
    signIn: "Anmelden und kaufen",
    signInOf: "Anmelden, um {product} zu kaufen",
    questionsTitle: "Bevor Sie {product} kaufen",
    questionsText: "Beantworten Sie diese Fragen vor dem Kauf.",
    questionsSubmit: "Weiter zum Kauf",
    noAnswer: "Keine Angabe",
    perSeatEach: "pro Platz {each}",
    trial: { one: "{count} Tag kostenlos für Neukunden.", other: "{count} Tage kostenlos für Neukunden." },
    changePlan: "Sie haben {name}. Wählen Sie einen anderen Tarif, um die Kosten des Wechsels zu sehen.",
    change: "Tarif wechseln",
    changeOf: "Tarif wechseln: {product}",
    switchInterval: "Zeitraum wechseln",
    switchIntervalOf: "Zeitraum wechseln: {product}",
    seatsText: "Wählen Sie, wie viele Personen es nutzen können.",
  },
  page: billingPage,
  seller,
  errors: {
    BILLING_REFERENCE_FORBIDDEN:
      "Sie haben keine Berechtigung, die Abrechnung dieser Organisation zu verwalten. Wenden Sie sich an einen Inhaber.",
    BILLING_SELLER_FORBIDDEN: "Sie haben keinen Zugang zu den Verkaufsdaten.",
    BENEFIT_REQUIRED: "Ihr Tarif enthält das nicht. Wechseln Sie zu einem höheren Tarif, um es zu nutzen.",
    SUBSCRIPTION_REQUIRED: "Dafür brauchen Sie einen aktiven Tarif.",
    PRODUCT_NOT_FOUND: "Dieses Produkt gibt es nicht mehr. Laden Sie die Seite neu, um das aktuelle Angebot zu sehen.",
    DISCOUNT_NOT_FOUND: "Dieser Rabattcode ist ungültig oder abgelaufen.",
    PLAN_UNCHANGED: "Sie haben diesen Tarif bereits.",
    CHANGE_NOT_ALLOWED: "Diese Änderung ist hier nicht möglich. Wählen Sie eine andere Option.",
    SUBSCRIPTION_NOT_ACTIVE: "Dieser Tarif ist nicht aktiv und kann nicht geändert werden.",
    SUBSCRIPTION_PAST_DUE:
      "Eine Zahlung ist fehlgeschlagen. Aktualisieren Sie Ihre Zahlungsart und wechseln Sie dann den Tarif.",
    SUBSCRIPTION_ENDS: "Dieser Tarif ist gekündigt. Nehmen Sie die Kündigung zurück und wechseln Sie dann den Tarif.",
    NO_SCHEDULED_CHANGE: "Es ist keine Änderung geplant. Laden Sie die Seite neu, um den aktuellen Tarif zu sehen.",
    SUBSCRIPTION_RUNNING: "Sie haben ein laufendes Abo. Kündigen Sie es zuerst.",
    BILLING_REFERENCE_NOT_FOUND:
      "Diesen Benutzer oder diese Organisation gibt es nicht mehr. Treffen Sie eine andere Auswahl.",
    CUSTOMER_ALREADY_LINKED: "Dieser Kunde oder dieses Konto ist bereits verknüpft.",
    SEAT_LIMIT_REACHED:
      "Alle bezahlten Plätze sind belegt. Fügen Sie Plätze hinzu und laden Sie dann weitere Personen ein.",
    SEATS_TAKEN: "Sie haben mehr Mitglieder als Plätze. Entfernen Sie zuerst Mitglieder.",
    LIMIT_REACHED:
      "Sie haben das Limit Ihres Tarifs erreicht. Wechseln Sie zu einem höheren Tarif, um mehr hinzuzufügen.",
    SUBSCRIPTION_NOT_FOUND: "Dieses Abo ist beendet oder gehört jemand anderem.",
    CUSTOMER_NOT_FOUND: "Wir haben keine Käufe mit Ihrer E-Mail-Adresse gefunden.",
    INVALID_CUSTOM_FIELDS: "Einige Antworten fehlen oder sind ungültig. Prüfen Sie sie und versuchen Sie es erneut.",
    BILLING_CUSTOMER_CONFLICT:
      "Ihre E-Mail-Adresse wird schon von einem anderen Kunden verwendet. Wenden Sie sich an den Support.",
    BILLING_PROVIDER_REJECTED:
      "Der Zahlungsanbieter hat das nicht erlaubt. Laden Sie die Seite neu, um den aktuellen Stand zu sehen.",
    DELIVERY_NOT_FOUND: "Diesen Webhook gibt es nicht mehr.",
    BILLING_PROVIDER_FAILED: "Der Zahlungsanbieter ist nicht erreichbar. Versuchen Sie es gleich noch einmal.",
  },
};
