"""The settings of a small site under development."""

from pathlib import Path

BASE_DIR = Path(__file__).parent.parent
DEBUG = True
SECRET_KEY = "only for a test"
ROOT_URLCONF = "shop.urls"
MIDDLEWARE = [
    "countermark.page_side.django.CountermarkPages",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "DIRS": [BASE_DIR / "templates"]}]
