"""The key with which checkpoints of the journal are signed: an Ed25519 pair in two files of the data folder."""

from pathlib import Path

from countermark.model.checkpoints import Checkpoint, SignedCheckpoint, key_id, key_name
from countermark.model.errors import StoreFailed
from countermark.store.private_files import write_private

PRIVATE, PUBLIC = "journal.key", "journal.pub"
PUT_BACK = "Put the file back, or move it and journal.pub away together: then a new pair is made, and says so."


class SigningKey:
    """The pair, made when there is none; `cryptography` is loaded only here, for the first signature."""

    def __init__(self, folder: Path) -> None:
        """Raises `StoreFailed` for a file that holds no such key, and OSError."""
        from cryptography.exceptions import UnsupportedAlgorithm
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        self._public_file = folder / PUBLIC
        private_file = folder / PRIVATE
        self.is_new = not private_file.exists()
        if self.is_new:
            made = Ed25519PrivateKey.generate().private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
            write_private(private_file, made)
        private_file.chmod(0o600)
        try:
            key = serialization.load_pem_private_key(private_file.read_bytes(), password=None)
        except (ValueError, TypeError, UnsupportedAlgorithm):
            key = None
        if not isinstance(key, Ed25519PrivateKey):
            raise StoreFailed(f"{private_file} holds no key for checkpoints.", hint=PUT_BACK)
        self._key = key
        self.public = key.public_key().public_bytes_raw()
        self.public_pem = key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        if self.is_new or not self._public_file.exists():
            write_private(self._public_file, self.public_pem)

    @property
    def name(self) -> str:
        """What it is called in checkpoints."""
        return key_name(self.public)

    def sign(self, size: int, hashed: str, *, at: int) -> SignedCheckpoint:
        """A checkpoint of the entry `size` with this hash (hex)."""
        checkpoint = Checkpoint(self.name, size, hashed, at)
        return SignedCheckpoint(checkpoint, key_id(self.public), self._key.sign(checkpoint.text.encode()))

    def fault_in(self, signed: SignedCheckpoint) -> str | None:
        """What is wrong with a signature, if anything."""
        from cryptography.exceptions import InvalidSignature

        if signed.checkpoint.origin != self.name or signed.key_id != key_id(self.public):
            return "it is signed with another key"
        try:
            self._key.public_key().verify(signed.signature, signed.checkpoint.text.encode())
        except InvalidSignature:
            return "its signature is not of this text"
        return None

    def fault(self) -> str | None:
        """What is wrong with the file that others check signatures with, if anything."""
        try:
            is_ours = self._public_file.read_bytes() == self.public_pem
        except OSError:
            is_ours = False
        return None if is_ours else f"{PUBLIC} is not the public half of {PRIVATE}"
