"""docs/hosting.md is true: its files are the ones it shows, and a hall behind either proxy is what it says."""

import contextlib
import datetime
import ipaddress
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from inspect import signature
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import httpx
import msgspec
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from dicehall.cli.commands.app import app
from dicehall.cli.commands.nodes import drain, nodes
from dicehall.cli.commands.operate import doctor, serve
from dicehall.cli.run import load
from dicehall.server.watch import logs
from dicehall.server.watch.metrics import Census, Metrics
from tests import programs

ROOT = Path(__file__).resolve().parents[2]
HOSTING = ROOT / "docs" / "hosting"
FILES = sorted(path for path in HOSTING.iterdir() if path.suffix != ".md")
OF_NODES = [HOSTING / "compose.yml", HOSTING / "dicehall-node.service"]
"""For several machines."""
PATRONI = HOSTING / "patroni.yml"
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
MANY_MACHINES = (HOSTING / "many-machines.md").read_text(encoding="utf-8")
PATIENCE = 90.0
EVIL = Origin("https://evil.example")
VISITOR, STRANGER, FORGED = "127.0.0.2", "127.0.0.3", "203.0.113.9"


# The page


@pytest.mark.parametrize(
    "file", [file for file in FILES if file not in (*OF_NODES, PATRONI)], ids=lambda file: file.name
)
def test_a_file_is_shown_as_it_is_and_linked(file: Path) -> None:
    blocks = re.findall(r"^```\w*\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    assert file.read_text(encoding="utf-8") in blocks
    assert f"](hosting/{file.name})" in PAGE


def test_every_command_of_the_pages_is_one_that_there_is() -> None:
    commands = {"serve", "backup", "restore", "doctor", "admin", "nodes", "drain"}
    named = set(re.findall(rf"dicehall ({'|'.join(commands)})\b", PAGE + MANY_MACHINES))
    assert named == commands
    load(())
    there = {command.callback.__name__ for command in app.registered_commands if command.callback is not None}
    assert named <= there | {group.name for group in app.registered_groups}


def test_every_option_for_several_machines_is_one_that_there_is() -> None:
    options = set(re.findall(r" (--[a-z-]+)", "".join(re.findall(r"^dicehall .*$", MANY_MACHINES, re.MULTILINE))))
    assert options
    commands = (serve, nodes, drain, doctor)
    known = {f"--{name.replace('_', '-')}" for command in commands for name in signature(command).parameters}
    assert options <= known


@pytest.mark.parametrize("file", OF_NODES, ids=lambda file: file.name)
def test_a_file_for_nodes_is_linked_and_has_all_that_a_node_needs(file: Path) -> None:
    assert f"]({file.name})" in MANY_MACHINES
    options = set(re.findall(r"^ +(?:- )?--([a-z-]+)\b", file.read_text(encoding="utf-8"), re.MULTILINE))
    assert options >= {"data", "public-url", "trusted-proxy", "database", "bus"}
    assert options <= {name.replace("_", "-") for name in signature(serve).parameters}


def test_the_file_for_patroni_has_each_move_on_two_disks_and_fits_its_page() -> None:
    """That Patroni can start with it, and switches, is what `make soak` shows."""
    told = msgspec.yaml.decode(PATRONI.read_bytes())
    rules = told["bootstrap"]["dcs"]
    assert (rules["synchronous_mode"], rules["synchronous_node_count"]) == ("quorum", 1)
    assert rules["loop_wait"] + 2 * rules["retry_timeout"] <= rules["ttl"], "or Patroni changes them"
    assert f"]({PATRONI.name})" in MANY_MACHINES
    machines = [host.partition(":")[0] for host in told["etcd3"]["hosts"]]
    assert f"postgresql://hall@{','.join(machines)}/hall" in MANY_MACHINES
    assert {told[part]["listen"].partition(":")[0] for part in ("restapi", "postgresql")} == {machines[0]}
    passwords = re.findall(r'password: "([A-Z]+-PASSWORD)"', PATRONI.read_text(encoding="utf-8"))
    assert len(set(passwords)) == len(passwords) == 4, "each is to be replaced by one of its own"


def test_a_node_is_as_confined_as_a_hall_on_one_machine() -> None:
    hall, node = ((HOSTING / f"{name}.service").read_text(encoding="utf-8") for name in ("dicehall", "dicehall-node"))
    assert node.partition("\nCapabilityBoundingSet=")[2] == hall.partition("\nCapabilityBoundingSet=")[2] != ""


def test_everything_that_a_container_refers_to_is_in_the_compose_file() -> None:
    compose = msgspec.yaml.decode((HOSTING / "compose.yml").read_bytes())
    services = compose["services"]
    assert set(services) == {"one", "two", "database", "bus", "proxy"}
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        assert {volume.partition(":")[0] for volume in service.get("volumes", ())} <= set(compose["volumes"])
        assert {each["source"] for each in service.get("configs", ())} <= set(compose["configs"])
    asked = dict(word.split("=", 1) for word in services["one"]["command"][2:])
    assert services["two"]["command"] == services["one"]["command"]
    assert (urlsplit(asked["--database"]).hostname, urlsplit(asked["--bus"]).hostname) == ("database", "bus")
    assert urlsplit(asked["--database"]).username == services["database"]["environment"]["POSTGRES_USER"]
    assert asked["--trusted-proxy"] == services["proxy"]["networks"]["default"]["ipv4_address"]
    for condition in ("one", "database"):
        assert "healthcheck" in services[condition], "others wait until it is healthy"


def test_the_proxy_of_the_compose_file_understands_its_site(tmp_path: Path) -> None:
    proxy = programs.find("caddy")
    if proxy is None:
        pytest.skip(programs.missing("caddy"))
    compose = msgspec.yaml.decode((HOSTING / "compose.yml").read_bytes())
    (tmp_path / "Caddyfile").write_text(compose["configs"]["caddyfile"]["content"])
    words = [proxy, "adapt", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert set(re.findall(r'"dial":"(\w+):8000"', done.stdout)) == {"one", "two"}


def families() -> set[str]:
    text, _ = Metrics().exposition(Census({}, 0, 0, 0, 0, 0, {}))
    return set(re.findall(r"^# TYPE (dicehall_\w+) ", text.decode(), re.MULTILINE))


def test_every_number_of_a_hall_is_on_the_page_and_no_other() -> None:
    told = set(re.findall(r"`(dicehall_\w+)(?:\{[\w,]+\})?`", PAGE))
    assert told == families() - {"dicehall_info"}


def test_alerts_speak_of_numbers_that_there_are() -> None:
    asked = set(re.findall(r"dicehall_\w+", (ROOT / "docs/hosting/alerts.yml").read_text(encoding="utf-8")))
    assert {name.removesuffix("_bucket") for name in asked} <= families()


def test_every_event_of_the_log_is_on_the_page() -> None:
    source = Path(logs.__file__).read_text(encoding="utf-8")
    events = set(re.findall(r'"event": "(\w+)"', source))
    assert len(events) > 5
    table = PAGE.partition("| `event` |")[2].partition("\n\n")[0]
    assert set(re.findall(r"`(\w+)`", table)) == events


@pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="there is no systemd here to check the units of docs/hosting"
)
@pytest.mark.parametrize(
    "name", ["dicehall.service", "dicehall-node.service", "dicehall-backup.service", "dicehall-backup.timer"]
)
def test_systemd_finds_nothing_wrong_with_the_units(name: str, tmp_path: Path) -> None:
    for file in FILES:
        text = file.read_text(encoding="utf-8").replace("/opt/dicehall/venv/bin/dicehall", "/bin/true")
        (tmp_path / file.name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / name)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


# Behind a proxy


class Behind(NamedTuple):
    """A hall behind a proxy."""

    url: str
    own: str
    """Its address without the proxy."""
    log: Path
    trust: Path
    metrics: str

    def client(self, address: str, url: str | None = None) -> httpx.Client:
        """Someone who comes from this address of the machine, and lies about it."""
        headers = {"X-Forwarded-For": FORGED, "Origin": self.url}
        context = ssl.create_default_context(cafile=str(self.trust))
        transport = httpx.HTTPTransport(local_address=address, verify=context)
        return httpx.Client(base_url=url or self.url, headers=headers, transport=transport)

    def addresses(self) -> list[str]:
        """Where log-ins have failed from, as the hall has seen it."""
        lines = [json.loads(line) for line in self.log.read_text().splitlines() if line.startswith("{")]
        return [line["address"] for line in lines if line["event"] == "log_in_failed"]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def certificate(folder: Path) -> tuple[Path, Path]:
    """For localhost, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    names: list[x509.GeneralName] = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    now = datetime.datetime.now(datetime.UTC)
    signed = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "fullchain.pem").write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    (folder / "privkey.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )  # fmt: skip
    return folder / "fullchain.pem", folder / "privkey.pem"


@contextlib.contextmanager
def program(*command: str, out: Path) -> Iterator[None]:
    with out.open("w") as file:
        process = subprocess.Popen(command, stdout=file, stderr=subprocess.STDOUT)
        try:
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE)


def until_it_answers(url: str, trust: Path, out: Path) -> None:
    context = ssl.create_default_context(cafile=str(trust))
    end = time.monotonic() + PATIENCE
    while True:
        with contextlib.suppress(httpx.HTTPError):
            if httpx.get(url, verify=context).status_code in (200, 301):
                return
        assert time.monotonic() < end, out.read_text()
        time.sleep(0.1)


def nginx(folder: Path, site: str, plain: int, encrypted: int) -> list[str]:
    """The file of the page, but for ports and places."""
    site = site.replace("listen 80;", f"listen 127.0.0.1:{plain};")
    site = site.replace("listen 443 ssl;", f"listen 127.0.0.1:{encrypted} ssl;")
    site = re.sub(r"^ +listen \[::\].*\n", "", site, flags=re.MULTILINE)
    site = site.replace("/etc/letsencrypt/live/dice.example.org", str(folder)).replace("dice.example.org", "localhost")
    places = "".join(
        f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"pid {folder}/pid; error_log stderr; daemon off;\nevents {{}}\nhttp {{\naccess_log off;\n{places}{site}}}\n"
    )
    return ["-p", str(folder), "-e", "stderr", "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, site: str, plain: int, encrypted: int) -> list[str]:
    certificate = f"tls {folder}/fullchain.pem {folder}/privkey.pem"
    site = site.replace("dice.example.org {", f"localhost:{encrypted} {{\n\t{certificate}")
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n\thttp_port {plain}\n}}\n{site}")
    return ["run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


PROXIES = {"nginx": (nginx, "nginx.conf"), "caddy": (caddy, "Caddyfile")}


@pytest.fixture(scope="module", params=PROXIES)
def behind(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Behind]:
    proxy = programs.find(request.param)
    if proxy is None:
        pytest.skip(programs.missing(request.param))
    folder = tmp_path_factory.mktemp(request.param)
    trust, _ = certificate(folder)
    configure, name = PROXIES[request.param]
    own, plain, encrypted, monitored = (free_port() for _ in range(4))
    site = (ROOT / "docs" / "hosting" / name).read_text(encoding="utf-8").replace("127.0.0.1:8000", f"127.0.0.1:{own}")
    url = f"https://localhost:{encrypted}"
    hall = [sys.executable, "-m", "dicehall", "serve", "--data", str(folder / "data"), "--port", str(own), "--fast",
            "--public-url", url, "--trusted-proxy", "127.0.0.1", "--log-format", "json",
            "--metrics", f"127.0.0.1:{monitored}"]  # fmt: skip
    with (
        program(*hall, out=folder / "hall.log"),
        program(proxy, *configure(folder, site, plain, encrypted), out=folder / "proxy.log"),
    ):
        until_it_answers(f"http://127.0.0.1:{own}/readyz", trust, folder / "hall.log")
        until_it_answers(f"https://127.0.0.1:{encrypted}/healthz".replace("127.0.0.1", "localhost"), trust,
                         folder / "proxy.log")  # fmt: skip
        yield Behind(
            url, f"http://127.0.0.1:{own}", folder / "hall.log", trust, f"http://127.0.0.1:{monitored}/metrics"
        )


def test_a_game_is_played_through_the_proxy(behind: Behind) -> None:
    with behind.client(VISITOR) as http:
        came = http.post("/api/guests", json={"name": "Ann"}).raise_for_status()
    assert "secure" in came.headers["set-cookie"].lower()
    cookie = {"Cookie": f"__Host-dicehall={came.cookies['__Host-dicehall']}"}
    context = ssl.create_default_context(cafile=str(behind.trust))
    address = f"wss{behind.url.removeprefix('https')}/ws"
    with connect(
        address, ssl=context, additional_headers=cookie, origin=Origin(behind.url), proxy=None, open_timeout=PATIENCE
    ) as hall:
        welcome = json.loads(hall.recv(PATIENCE))
        assert (welcome["you"]["name"], welcome["url"]) == ("Ann", behind.url)
        hall.send(json.dumps({"type": "open", "id": 1, "game": "peril", "bots": ["normal", "normal"], "sit": False}))
        code = json.loads(hall.recv(PATIENCE))["table"]
        hall.send(json.dumps({"type": "watch", "id": 2, "table": code}))
        hall.send(json.dumps({"type": "act", "id": 3, "table": code, "do": {"type": "start"}}))
        told: set[str] = set()
        while "game_ended" not in told:
            told |= {event["type"] for event in json.loads(hall.recv(PATIENCE)).get("events", [])}


def test_the_address_of_a_visitor_arrives_and_what_they_say_of_it_does_not(behind: Behind) -> None:
    for url, address in ((None, VISITOR), (behind.own, STRANGER)):
        with behind.client(address, url) as http:
            wrong = http.post("/api/sessions", json={"name": "Nobody", "password": "does not matter"})
            assert wrong.status_code == 401
            assert behind.addresses()[-1] == address
    assert FORGED not in behind.log.read_text()


def test_a_page_of_another_site_gets_no_socket_through_the_proxy(behind: Behind) -> None:
    context = ssl.create_default_context(cafile=str(behind.trust))
    with pytest.raises(InvalidStatus, match="403"):
        connect(
            f"wss{behind.url.removeprefix('https')}/ws", ssl=context, origin=EVIL, proxy=None, open_timeout=PATIENCE
        )


def test_the_numbers_are_for_the_host_alone(behind: Behind) -> None:
    with behind.client(VISITOR) as http:
        assert http.get("/metrics").status_code == 404
    assert httpx.get(f"{behind.own}/metrics").status_code == 404
    assert httpx.get(behind.metrics).status_code == 200


def test_the_doctor_is_content_from_outside(behind: Behind) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "dicehall", "doctor", "--data", str(behind.log.parent / "data"), "--url", behind.url],
        capture_output=True, text=True, check=False, env={**os.environ, "SSL_CERT_FILE": str(behind.trust)},
    )  # fmt: skip
    assert f"the hall at {behind.url} is ready" in done.stdout
    assert "sockets open, and the hall knows its address" in done.stdout
    assert done.returncode == 0
