import { createSign } from "node:crypto";

// Created for these tests and used nowhere else.
const KEY = `-----BEGIN PRIVATE KEY-----
MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQCY+msIHEeYZudw
1TLWRctbyrCJ3DgvLGOjL+7ey2ryS250pRUEnDsysfZSBodxFk5rr1TgMDCRdfsT
m3B91eCKnfrXUxnTb3X06QVsNVFk6pV5GiJDjpwi25/9R3O9O2iZggHrm1kHElAl
BZwiYkT5rJZhG6BZF1SpMTPv0DNMcaiR2BhQhOUYury8oPwil1/h4iX2ssFxNYh5
maJEhp5ADkMgHEqs2wVwu/O5jBjasUlH3BYqX1kvrXjBXeBfBvFdu452ge/oKCFM
w+zuES8LTuXDELDpLpp3tlr16oZYNFThf1l4am25oVQNNvaR+CTgtczIzmXSGt2u
V19DfPsNAgMBAAECggEAHqfH/QcVvc+ZP34pwtCXsNxMRkQQKjvd95yqZJEk7Er7
ZnqSXKsmHcGV19ghGiNbMa8f9hESGoQm/UXf5AeRCJYh5zZq7XjfjWWIxadlmTB9
JZh8F0ejuESEqg/AfMJD8scftWQbEhS0ZMbcA/PnWJUiSXFsz42iVIlcnAj/zqiE
xa36unYbLj+qYtg2RIuTujmHUFuBJN9L9vIVyrYitb2/wb1iimdhxEwjQw5d570Z
Dd1T6hWOQ+K4OC868+iVCnxZ2D8fo+CSU2nDtp1UmYb8T66qiOEqPuHGdZnn4VHY
vkefpyhCX7/A5enZOZPVnv0Ck7VykTXIgbGfCS/EbQKBgQDK213BqgHSJMxDj4CD
AyNHbg2HffckkfkQ1A7t2otiIrKkFMKFi8tB019yYQ4fh+En640bPZqREUVucpSJ
gKSwp+cU3amlFdTzEhzhrvH1zJeUvul75DRetzQZpmIVE8I3tbV/fhBmFDvnKX1p
yiANc9YjE0O0wx57gJDVsWgBfwKBgQDBDe2DkqvmK7kg4hFONEtenHfchQlSNPoO
7Rll0pnhENqgjiUnPa27KTmBL5pvLOY4Q/RXs/UPC3Wp6tZ0kri0ZjGk/vz65pfo
lNMnYwvm6Oqf+Adt8pADpos8FEl4l6CQcxEZaXt4I6sog9ghra76JoL2mDRaL3lC
q0SpXgUxcwKBgEfXjMrLlL2Bvr2mktLTR6lCdpQnrmFLOTQWhfsCzR5CP5YQrBtz
uNZlL4ZojQHps3nZ2C1vkdASl85X0fcokirmK9ad8ji/FJ3JKmVa+eIdRQmu2y2/
UjTBGTiETnQ8fSoRtmeik9gzDkv9y6atqNBa19mwNuhLuf3vOFwV6kmtAoGAHgRa
X9DYZYt614APDMfYyDcv89vDnUKbduKqxkg+oN4MAFbZtAZFEwrP5CRQsOScTzdR
sKlMezBe9TKMcce2bGZPZcY385MTH5i0VDV0Tkz83i6kiRXkCo1ErOzCl7uLvaoG
iJr8FawGGuCVJHdq8341cr4rtbIX+qPCo0r5J70CgYA6sHSH33owCRZlvuL/ySBc
Z1HVjXkPoxGW4Uj8Whm7xVvbbROBal/mMzHMv8fueN49LwCImnM6VWoUm2HAVN6L
AczU+BNFUmu3CZqrb6ltr5JP1ATPKKBOovPi8lW4l8HCNaeVE+gjzGyiU+GhXopk
gdWW6YdeoNyGS523Ql27YQ==
-----END PRIVATE KEY-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIDDzCCAfegAwIBAgIUc3y3ZEJ4HB5Hbfm3hzWVCzTfbbswDQYJKoZIhvcNAQEL
BQAwFjEUMBIGA1UEAwwLc25zLmV4YW1wbGUwIBcNMjYxMTIxMDAxOTI0WhgPMjEy
NjEwMjgwMDE5MjRaMBYxFDASBgNVBAMMC3Nucy5leGFtcGxlMIIBIjANBgkqhkiG
9w0BAQEFAAOCAQ8AMIIBCgKCAQEAmPprCBxHmGbncNUy1kXLW8qwidw4Lyxjoy/u
3stq8ktudKUVBJw7MrH2UgaHcRZOa69U4DAwkXX7E5twfdXgip3611MZ02919OkF
bDVRZOqVeRoiQ46cItuf/UdzvTtomYIB65tZBxJQJQWcImJE+ayWYRugWRdUqTEz
79AzTHGokdgYUITlGLq8vKD8Ipdf4eIl9rLBcTWIeZmiRIaeQA5DIBxKrNsFcLvz
uYwY2rFJR9wWKl9ZL614wV3gXwbxXbuOdoHv6CghTMPs7hEvC07lwxCw6S6ad7Za
9eqGWDRU4X9ZeGptuaFUDTb2kfgk4LXMyM5l0hrdrldfQ3z7DQIDAQABo1MwUTAd
BgNVHQ4EFgQUft5eQF/XXdCA8+6lkwPR1kJ1qIEwHwYDVR0jBBgwFoAUft5eQF/X
XdCA8+6lkwPR1kJ1qIEwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOC
AQEASdGPrwyEDxh9+wzlQBj9dbnBJVHp7JEbQbYYSuzSdwOHOM9n8nShL8lbBgzv
FBTWNjb1+EZuzedgVEOgjh6JJdZNLNj6efxXm2/yQhC3HHfNYQpy0yLeYlbu3+fe
OVVw5kQkgBrzhBuwM0Fsat1JOVOxqggwjKL87UAQ9YVjvigE32hvGD0TWhDFTdeS
SpkGuoMAHIBOmbgVbHFQpH/9PESs8gkHuo182fAfe+YL3woDdRRTwYLcu/PienFJ
5q9mVtcptp0VqAlYx4pcKMxrukE1FHRoSrV7PVVA+gaw/a4hcHtb1CACDadZEdn4
wMWvm3052m4RmJDdVzD87N8FWA==
-----END CERTIFICATE-----`;

/** The address of the simulated Amazon SNS's certificate. */
const ADDRESS = "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0.pem";

/** A response of the API at the same host, whose content any caller can choose: here our own certificate. */
export const ANSWER = "https://sns.eu-west-1.amazonaws.com/?Action=GetEndpointAttributes&EndpointArn=a&Signature=s.pem";
/** Pages of the simulated Amazon SNS: its certificate, an invalid one, and the address that confirms a subscription. */
export const CONFIRM = "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=t1";
export const NO_CERTIFICATE = "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem";
export const pages: Readonly<Record<string, string>> = {
  [ADDRESS]: CERTIFICATE,
  [ANSWER]: `<GetEndpointAttributesResponse><value>\n${CERTIFICATE}\n</value></GetEndpointAttributesResponse>`,
  [NO_CERTIFICATE]: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
  [CONFIRM]: "<ConfirmSubscriptionResponse/>",
};

/** The envelope of a notification, signed as Amazon SNS signs it. `undefined` removes a field. */
export function envelope(
  fields: Readonly<Record<string, string | undefined>>,
  hash: "sha1" | "sha256" = "sha256",
): Record<string, string | undefined> {
  const given: Record<string, string | undefined> = {
    Type: "Notification",
    MessageId: "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324",
    TopicArn: "arn:aws:sns:eu-west-1:123456789012:sms",
    Timestamp: "2027-01-01T12:00:00.000Z",
    ...fields,
  };
  const text = Object.keys(given)
    .filter((name) => given[name] !== undefined)
    .sort()
    .map((name) => `${name}\n${given[name]}\n`)
    .join("");
  return {
    ...given,
    SignatureVersion: hash === "sha1" ? "1" : "2",
    Signature: createSign(hash).update(text).sign(KEY, "base64"),
    SigningCertURL: ADDRESS,
  };
}
