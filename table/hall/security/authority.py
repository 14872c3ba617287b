"""The hall's own certificate authority: one certificate a table, and a list of those taken back."""

import contextlib
import ipaddress
import ssl
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from table.errors import AuthorityError
from table.files import write_atomically

HALL_NAME = "_hall"
"""The hall's own name towards the broker; no table can have it."""
LASTS = timedelta(days=3650)
_EARLY = timedelta(days=1)
"""A clock that is a little behind must not find a certificate of the future."""


@dataclass(frozen=True, slots=True)
class Issued:
    """A certificate and its key, in PEM."""

    serial: str
    certificate: bytes
    key: bytes


class Authority:
    """The files of the authority, in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ca = folder / "ca.crt"
        self.crl = folder / "crl.pem"
        self.server = folder / "hall.crt", folder / "hall.key"
        """What the broker and the hall's link show to tables."""
        self.client = folder / "ingest.crt", folder / "ingest.key"
        """As whom the hall speaks to its broker."""

    @property
    def exists(self) -> bool:
        """Whether it was made already."""
        return self.ca.is_file()

    def create(self, title: str, hosts: Sequence[str]) -> None:
        """Make the authority and the hall's own certificates. Raises AuthorityError if it is."""
        if self.exists:
            raise AuthorityError(f"authority {self.folder}: it exists, expected an empty folder")
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        key = ec.generate_private_key(ec.SECP256R1())
        name = _name(f"Jantaku hall: {title}"[:60])
        now = datetime.now(UTC)
        certificate = (
            _builder(name, key.public_key(), now)
            .issuer_name(name)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(_usage(ca=True), critical=True)
            .add_extension(_key_id(key), critical=False)
            .sign(key, hashes.SHA256())
        )
        self._write("ca.key", _private(key), secret=True)
        self._write("ca.crt", certificate.public_bytes(Encoding.PEM))
        self.renew_server(hosts)
        client = self.issue(HALL_NAME)
        self._write("ingest.key", client.key, secret=True)
        self._write("ingest.crt", client.certificate)
        self.revoke(())

    def renew_server(self, hosts: Sequence[str]) -> None:
        """A certificate of the hall for these names and addresses; tables check them."""
        issued = self._issue(_name(hosts[0][:60]), ExtendedKeyUsageOID.SERVER_AUTH, hosts)
        self._write("hall.key", issued.key, secret=True)
        self._write("hall.crt", issued.certificate)

    def serve_as(self, hosts: Sequence[str]) -> None:
        """See that tables can check each of these; hall.toml may name more than `init` did.

        Raises AuthorityError.
        """
        try:
            shown = x509.load_pem_x509_certificate(self.server[0].read_bytes())
            names = shown.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        except (OSError, ValueError, x509.ExtensionNotFound) as fault:
            raise AuthorityError(
                f"certificate {self.server[0]}: {fault}, expected the one of `hall init`"
            ) from None
        if any(_general(host) not in set(names) for host in hosts):
            self.renew_server(hosts)

    def issue(self, name: str) -> Issued:
        """A certificate for a table of this name."""
        return self._issue(_name(name), ExtendedKeyUsageOID.CLIENT_AUTH)

    def revoke(self, serials: Iterable[str]) -> None:
        """Add certificates to the list of those taken back; who is in it stays in it.

        So one stays shut out whose revocation the database did not keep. A list that is lost or
        cannot be read is begun anew.
        """
        key, ca = self._load()
        with contextlib.suppress(AuthorityError):
            serials = {*serials, *self.revoked()}
        now = datetime.now(UTC)
        builder = (
            x509.CertificateRevocationListBuilder()
            .issuer_name(ca.subject)
            .last_update(now - _EARLY)
            .next_update(now + LASTS)
        )
        for serial in sorted(serials):
            builder = builder.add_revoked_certificate(
                x509.RevokedCertificateBuilder()
                .serial_number(int(serial, 16))
                .revocation_date(now)
                .build()
            )
        listed = builder.sign(key, hashes.SHA256())
        self._write("crl.pem", listed.public_bytes(Encoding.PEM))

    def revoked(self) -> frozenset[str]:
        """The serials that are taken back, as the list has them. Raises AuthorityError."""
        try:
            listed = x509.load_pem_x509_crl(self.crl.read_bytes())
        except (OSError, ValueError) as fault:
            raise self._no_list(fault) from None
        return frozenset(f"{one.serial_number:x}" for one in listed)

    def listed_at(self) -> int:
        """When the list of those taken back was written, in nanoseconds. Raises AuthorityError."""
        try:
            return self.crl.stat().st_mtime_ns
        except OSError as fault:
            raise self._no_list(fault) from None

    def _no_list(self, fault: Exception) -> AuthorityError:
        return AuthorityError(
            f"list of revoked certificates: {fault}; nobody is let in without it, expected"
            f" {self.crl} of a backup, or of: jantaku hall revoke NAME"
        )

    def server_context(self) -> ssl.SSLContext:
        """For the hall's link: every caller shows a certificate of ours."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(*self.server)
        context.load_verify_locations(self.ca)
        context.verify_mode = ssl.CERT_REQUIRED
        return context

    def _issue(
        self, subject: x509.Name, purpose: x509.ObjectIdentifier, hosts: Sequence[str] = ()
    ) -> Issued:
        ca_key, ca = self._load()
        key = ec.generate_private_key(ec.SECP256R1())
        builder = (
            _builder(subject, key.public_key(), datetime.now(UTC))
            .issuer_name(ca.subject)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_usage(ca=False), critical=True)
            .add_extension(x509.ExtendedKeyUsage([purpose]), critical=False)
            .add_extension(_key_id(key), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(ca_key.public_key()),
                critical=False,
            )
        )
        if hosts:
            names = x509.SubjectAlternativeName([_general(host) for host in hosts])
            builder = builder.add_extension(names, critical=False)
        made = builder.sign(ca_key, hashes.SHA256())
        return Issued(f"{made.serial_number:x}", made.public_bytes(Encoding.PEM), _private(key))

    def _load(self) -> tuple[ec.EllipticCurvePrivateKey, x509.Certificate]:
        try:
            key = load_pem_private_key((self.folder / "ca.key").read_bytes(), None)
            certificate = x509.load_pem_x509_certificate(self.ca.read_bytes())
        except (OSError, ValueError, TypeError) as fault:
            raise AuthorityError(
                f"authority {self.folder}: {fault}, expected ca.key and ca.crt of `hall init`"
            ) from None
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise AuthorityError(f"authority {self.folder}: ca.key, expected an elliptic-curve key")
        return key, certificate

    def _write(self, name: str, content: bytes, *, secret: bool = False) -> None:
        write_atomically(self.folder / name, content, mode=0o600 if secret else 0o644)


def client_context(ca: Path, certificate: Path, key: Path) -> ssl.SSLContext:
    """For a table: only this hall is believed. Raises AuthorityError for files that are none."""
    try:
        context = ssl.create_default_context(ssl.Purpose.SERVER_AUTH, cafile=str(ca))
        context.load_cert_chain(certificate, key)
    except (OSError, ssl.SSLError) as fault:
        raise AuthorityError(f"certificate {certificate}: {fault}, expected a join file") from None
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def _builder(
    subject: x509.Name, key: ec.EllipticCurvePublicKey, now: datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _EARLY)
        .not_valid_after(now + LASTS)
    )


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _general(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _key_id(key: ec.EllipticCurvePrivateKey) -> x509.SubjectKeyIdentifier:
    return x509.SubjectKeyIdentifier.from_public_key(key.public_key())


def _usage(*, ca: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not ca,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=ca,
        crl_sign=ca,
        encipher_only=False,
        decipher_only=False,
    )


def _private(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
