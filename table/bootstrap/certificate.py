"""An own certificate for HTTPS in a club's network: made once, renewed before its end.

Browsers ask once whether to trust it; its fingerprint is printed so that people can compare.
"""

import ipaddress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from socket import gethostname

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from table.errors import DataFolderError
from table.files import write_atomically

LASTS = timedelta(days=397)
"""Browsers refuse certificates of servers that last longer."""
RENEWED = timedelta(days=30)
"""So long before its end a new one is made."""
PRIVATE = 0o600


@dataclass(frozen=True, slots=True)
class Certificate:
    """Where certificate and key lie."""

    certificate: Path
    key: Path
    fingerprint: str
    """SHA-256, in pairs of digits, as browsers show it."""


def certificate_for(folder: Path, host: str, now: datetime | None = None) -> Certificate:
    """The certificate in the data folder; a new one where there is none, or it ends soon.

    Raises DataFolderError where it cannot be written.
    """
    now = now or datetime.now(UTC)
    places = folder / "https.pem", folder / "https-key.pem"
    names = _names(host)
    found = _read(places[0])
    if found is None or not places[1].is_file() or not _holds(found, names, now):
        found = _make(names, now, *places)
    digits = found.fingerprint(hashes.SHA256()).hex().upper()
    pairs = ":".join(digits[at : at + 2] for at in range(0, len(digits), 2))
    return Certificate(*places, pairs)


def _names(host: str) -> list[x509.GeneralName]:
    """By what the table is reached: its names, and the address that it listens at."""
    own = gethostname()
    found: list[x509.GeneralName] = [
        x509.DNSName(name) for name in dict.fromkeys(("localhost", own, f"{own}.local"))
    ]
    for address in dict.fromkeys(("127.0.0.1", "::1", host)):
        try:
            one = ipaddress.ip_address(address)
        except ValueError:
            continue
        if not one.is_unspecified:
            found.append(x509.IPAddress(one))
    return found


def _read(place: Path) -> x509.Certificate | None:
    try:
        return x509.load_pem_x509_certificate(place.read_bytes())
    except (OSError, ValueError):
        return None


def _holds(found: x509.Certificate, names: list[x509.GeneralName], now: datetime) -> bool:
    """Whether it is for these names and lasts; a clock that was set back makes a new one."""
    try:
        said = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return False
    lasts = found.not_valid_before_utc <= now < found.not_valid_after_utc - RENEWED
    return lasts and set(names) <= set(said)


def _make(
    names: list[x509.GeneralName], now: datetime, certificate: Path, key: Path
) -> x509.Certificate:
    private = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Jantaku table")])
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + LASTS)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(private, hashes.SHA256())
    )
    text = private.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    try:
        write_atomically(key, text, mode=PRIVATE)
        write_atomically(certificate, made.public_bytes(serialization.Encoding.PEM))
    except OSError as fault:
        raise DataFolderError(
            f"certificate {certificate}: not written, {fault.strerror}; expected room for it"
        ) from None
    return made
